import type { ComponentType } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { ErrorPage } from './error-page.tsx';
import { lazyScreen, type LazyScreen } from './lazy-screen.ts';
import { NotFoundPage } from './not-found-page.tsx';

const HomePage = lazyScreen(async () => (await import('#pwa/features/home/home-page.tsx')).HomePage);
const ProductListPage = lazyScreen(
  async () => (await import('#pwa/features/catalogue/product-list-page.tsx')).ProductListPage,
);
const ProductPage = lazyScreen(
  async () => (await import('#pwa/features/catalogue/product-page.tsx')).ProductPage,
);
const CheckoutPage = lazyScreen(
  async () => (await import('#pwa/features/cart/checkout-page.tsx')).CheckoutPage,
);
const SuccessPage = lazyScreen(async () => (await import('#pwa/features/cart/success-page.tsx')).SuccessPage);
const ContactPage = lazyScreen(
  async () => (await import('#pwa/features/enquiry/contact-page.tsx')).ContactPage,
);
const LoginPage = lazyScreen(async () => (await import('#pwa/features/account/login-page.tsx')).LoginPage);
const AccountHomePage = lazyScreen(
  async () => (await import('#pwa/features/account/account-home-page.tsx')).AccountHomePage,
);
const LegalIndexPage = lazyScreen(
  async () => (await import('#pwa/features/legal/legal-index-page.tsx')).LegalIndexPage,
);
const LegalPage = lazyScreen(async () => (await import('#pwa/features/legal/legal-page.tsx')).LegalPage);
const SyncPage = lazyScreen(async () => (await import('#pwa/features/sync-centre/sync-page.tsx')).SyncPage);
const HistoryPage = lazyScreen(
  async () => (await import('#pwa/features/history/history-page.tsx')).HistoryPage,
);

/** The table of addresses. A screen's code comes when it is first opened; the worker keeps all of it meanwhile. */
const SCREENS: readonly (readonly [path: string, screen: ComponentType | LazyScreen])[] = [
  ['/', HomePage],
  ['/products', ProductListPage],
  ['/products/drones', ProductListPage],
  ['/products/batteries', ProductListPage],
  ['/products/propellers', ProductListPage],
  ['/product/create', NotFoundPage],
  ['/product/:productFBUID', ProductPage],
  ['/checkout', CheckoutPage],
  ['/success', SuccessPage],
  ['/contact', ContactPage],
  ['/contact/:contactFBUID', ContactPage],
  ['/login', LoginPage],
  ['/client', AccountHomePage],
  ['/program', AccountHomePage],
  ['/legals', LegalIndexPage],
  ['/legals/privacy-policy', LegalPage],
  ['/legals/warranty', LegalPage],
  ['/legals/terms-and-conditions', LegalPage],
  ['/sync', SyncPage],
  ['/history/:collection/:id', HistoryPage],
  ['/error', ErrorPage],
  ['*', NotFoundPage],
];

export function AppRoutes() {
  return (
    <Routes>
      {SCREENS.map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
    </Routes>
  );
}

/** Loads the code of the screen at a path, so that it shows at once. */
export async function preloadScreen(path: string): Promise<void> {
  const [, screen] = SCREENS.find(([pattern]) => matchPath(pattern, path)) ?? [];
  if (screen && 'preload' in screen) await screen.preload();
}
