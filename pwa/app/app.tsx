import { lazy, Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { logError } from '#pwa/data/log.ts';
import { useServedPage } from '#pwa/data/queries/ssr-data.ts';
import { useHasLeftWork, useIsStorageSilent, useStoreError } from '#pwa/data/store/use-device-state.ts';
import { useShopConfig } from '#pwa/data/use-shop-config.ts';
import { importPart } from '#pwa/import-part.ts';
import { ErrorBoundary } from '#pwa/ui/error-boundary.tsx';
import { PictureOriginsContext } from '#pwa/ui/picture-origins.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { ToastRegion } from '#pwa/ui/toast-region.tsx';
import { useCart } from '#pwa/data/cart/use-cart.ts';
import { Prompts } from '#pwa/features/install/prompts.tsx';
import { AppRoutes } from './app-routes.tsx';
import { ErrorPage } from './error-page.tsx';
import { LoadingPage } from './loading-page.tsx';
import { Shell } from './shell/shell.tsx';
import { useCountedViews } from './use-counted-views.ts';
import { useRouteArrival } from './use-route-arrival.ts';
import { useSearchShortcut } from './use-search-shortcut.ts';

const StoreErrorPage = lazy(async () => ({
  default: (await importPart(() => import('./store-error-page.tsx'))).StoreErrorPage,
}));
const StoreErrorNotice = lazyPart(async () => (await import('./store-error-page.tsx')).StoreErrorNotice);
const SilentStorageNotice = lazyPart(
  async () => (await import('./store-error-page.tsx')).SilentStorageNotice,
);

const LeftWorkNotice = lazyPart(async () => (await import('./store-error-page.tsx')).LeftWorkNotice);

/** Everything inside the router: the shell around the current screen. */
export function App() {
  const { pathname } = useLocation();
  const storeError = useStoreError();
  const isStorageSilent = useIsStorageSilent() && storeError === undefined;
  const served = useServedPage();
  // What the server rendered can be read without the local store.
  const isReadable = storeError === 'unopened' && served !== undefined && !served.isShell;
  const blocking = isReadable ? undefined : storeError;
  useRouteArrival();
  useSearchShortcut();
  useCountedViews();
  return (
    <ToastRegion>
      <AllowedPictures>
        <Shell>
          {(isReadable || isStorageSilent) && (
            <Suspense fallback={null}>{isReadable ? <StoreErrorNotice /> : <SilentStorageNotice />}</Suspense>
          )}
          <LeftWork />
          <ErrorBoundary
            key={`${blocking ?? ''} ${pathname}`}
            fallback={<ErrorPage />}
            onError={(error) => logError('A screen could not be shown:', error)}
          >
            <Suspense fallback={<LoadingPage />}>
              {blocking ? <StoreErrorPage error={blocking} /> : <AppRoutes />}
            </Suspense>
          </ErrorBoundary>
        </Shell>
      </AllowedPictures>
      {import.meta.env.PROD && storeError !== 'superseded' && <AppPrompts />}
    </ToastRegion>
  );
}

/** A component of its own, so that a session doesn't render the whole tree. */
function LeftWork() {
  return (
    useHasLeftWork() && (
      <Suspense fallback={null}>
        <LeftWorkNotice />
      </Suspense>
    )
  );
}

/** Provides the allowed pictures' origins. A component of its own, so that new settings don't render the whole tree. */
function AllowedPictures({ children }: { readonly children: ReactNode }) {
  const config = useShopConfig();
  // On a first visit the settings come with the page before they are fetched.
  const { pictureOrigins } = useServedPage()?.config ?? config;
  return <PictureOriginsContext value={pictureOrigins}>{children}</PictureOriginsContext>;
}

/**
 * Reads the cart here rather than in `App`: there, every cart change would render the whole tree and force a page that
 * is still hydrating to hydrate in one go.
 */
function AppPrompts() {
  const { count } = useCart();
  return <Prompts isWorthInstalling={count > 0} />;
}
