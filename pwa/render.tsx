import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import type { RenderPage } from '#shared/api/render.ts';
import { App } from './app/app.tsx';
import { toPageHead, toScriptText } from './app/page-head.ts';
import { isMissing, toCanonical, toServedPage } from './app/served-data.ts';
import { AppStoreProvider } from './data/app-store.ts';
import { createAppStore } from './data/create-app-store.ts';
import { ServedPageProvider } from './data/queries/ssr-data.ts';

/** Head elements that React emits before the app's first element. */
const HOISTED = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)*/;

const TITLE = /<title>([^<]*)<\/title>/;

/** Renders a page on the server, from the same components as in the browser. */
export const renderPage: RenderPage = async (url, content) => {
  const served = toServedPage(url, content);
  if (!served) return undefined;
  const { prelude } = await prerender(
    <StrictMode>
      <AppStoreProvider value={createAppStore()}>
        <StaticRouter location={url}>
          <ServedPageProvider served={served}>
            <App />
          </ServedPageProvider>
        </StaticRouter>
      </AppStoreProvider>
    </StrictMode>,
    // React would append large parts and move them with inline scripts, which our Content Security Policy forbids.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  const text = await new Response(prelude).text();
  const hoisted = HOISTED.exec(text)?.[0] ?? '';
  const canonical = toCanonical(served);
  return {
    status: isMissing(served) ? 404 : 200,
    canonical,
    head: hoisted + toPageHead({ canonical, title: TITLE.exec(hoisted)?.[1] ?? '', served, content }),
    html: text.slice(hoisted.length),
    data: toScriptText(served),
  };
};
