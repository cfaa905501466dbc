import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { logError } from '#pwa/data/log.ts';
import { useStoreError } from '#pwa/data/store/use-device-state.ts';
import { ErrorBoundary } from '#pwa/ui/error-boundary.tsx';
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
  default: (await import('./store-error-page.tsx')).StoreErrorPage,
}));

/** Everything inside the router: the shell, and the screen of the present address in it. */
export function App() {
  const { pathname } = useLocation();
  const trouble = useStoreError();
  useRouteArrival();
  useSearchShortcut();
  useCountedViews();
  return (
    <ToastRegion>
      <Shell>
        <ErrorBoundary
          key={`${trouble ?? ''} ${pathname}`}
          fallback={<ErrorPage />}
          onError={(error) => logError('A screen could not be shown:', error)}
        >
          <Suspense fallback={<LoadingPage />}>
            {trouble ? <StoreErrorPage trouble={trouble} /> : <AppRoutes />}
          </Suspense>
        </ErrorBoundary>
      </Shell>
      {import.meta.env.PROD && trouble !== 'superseded' && <AppPrompts />}
    </ToastRegion>
  );
}

/**
 * What the app itself has to say. It looks at the cart by itself: were that the whole app's business, every change of
 * the cart would be, and a page that is just being taken over would be taken over in one go.
 */
function AppPrompts() {
  const { count } = useCart();
  return <Prompts isWorthInstalling={count > 0} />;
}
