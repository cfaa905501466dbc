import './ui/styles.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { preloadScreen } from './app/app-routes.tsx';
import { App } from './app/app.tsx';
import { AppStoreProvider } from './data/app-store.ts';
import { createAppStore } from './data/create-app-store.ts';
import { readEarlyProducts } from './data/queries/early-products.ts';
import { readServedPage, ServedPageProvider } from './data/queries/ssr-data.ts';
import { startDataLayer } from './data/start.ts';

/** Renders the app, or hydrates what the server rendered. */
export function showApp(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root element.');
  const served = readServedPage(document);
  const store = createAppStore();
  const app = (
    <StrictMode>
      <AppStoreProvider value={store}>
        <BrowserRouter>
          <ServedPageProvider served={served}>
            <App />
          </ServedPageProvider>
        </BrowserRouter>
      </AppStoreProvider>
    </StrictMode>
  );

  const isProductPage = /^\/products?\//.test(`${location.pathname}/`);
  const early = !served && isProductPage ? readEarlyProducts(store) : undefined;
  // The app tries again when it shows the screen, and reports a failure.
  const screen = preloadScreen(location.pathname).catch(() => undefined);

  /** Hydration starts once the code and data of the page are loaded, and runs as an interruptible transition. */
  const shown = Promise.all([screen, early]).then(() => {
    if (served) startTransition(() => void hydrateRoot(root, app));
    else createRoot(root).render(app);
  });

  const isServed = served !== undefined && !served.isShell;
  startDataLayer(store, isServed || early ? shown : undefined, isServed);
}
