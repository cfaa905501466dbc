import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { ProductListPage } from '#pwa/features/catalogue/product-list-page.tsx';
import { ProductPage } from '#pwa/features/catalogue/product-page.tsx';
import { HomePage } from '#pwa/features/home/home-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const CheckoutPage = lazy(async () => ({
  default: (await import('#pwa/features/cart/checkout-page.tsx')).CheckoutPage,
}));
const SuccessPage = lazy(async () => ({
  default: (await import('#pwa/features/cart/success-page.tsx')).SuccessPage,
}));
const ContactPage = lazy(async () => ({
  default: (await import('#pwa/features/enquiry/contact-page.tsx')).ContactPage,
}));
const LoginPage = lazy(async () => ({
  default: (await import('#pwa/features/account/login-page.tsx')).LoginPage,
}));
const AccountHomePage = lazy(async () => ({
  default: (await import('#pwa/features/account/account-home-page.tsx')).AccountHomePage,
}));
const LegalIndexPage = lazy(async () => ({
  default: (await import('#pwa/features/legal/legal-index-page.tsx')).LegalIndexPage,
}));
const LegalPage = lazy(async () => ({
  default: (await import('#pwa/features/legal/legal-page.tsx')).LegalPage,
}));
const SyncPage = lazy(async () => ({
  default: (await import('#pwa/features/sync-centre/sync-page.tsx')).SyncPage,
}));
const HistoryPage = lazy(async () => ({
  default: (await import('#pwa/features/history/history-page.tsx')).HistoryPage,
}));

/** The table of addresses. The three screens a shopper meets first come with the app, the others when they are opened. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      {['/products', '/products/drones', '/products/batteries', '/products/propellers'].map((path) => (
        <Route key={path} path={path} element={<ProductListPage />} />
      ))}
      <Route path="/product/create" element={<NotFoundPage />} />
      <Route path="/product/:productFBUID" element={<ProductPage />} />
      <Route path="/checkout" element={<CheckoutPage />} />
      <Route path="/success" element={<SuccessPage />} />
      <Route path="/contact" element={<ContactPage />} />
      <Route path="/contact/:contactFBUID" element={<ContactPage />} />
      <Route path="/login" element={<LoginPage />} />
      <Route path="/client" element={<AccountHomePage />} />
      <Route path="/program" element={<AccountHomePage />} />
      <Route path="/legals" element={<LegalIndexPage />} />
      {['/legals/privacy-policy', '/legals/warranty', '/legals/terms-and-conditions'].map((path) => (
        <Route key={path} path={path} element={<LegalPage />} />
      ))}
      <Route path="/sync" element={<SyncPage />} />
      <Route path="/history/:collection/:id" element={<HistoryPage />} />
      <Route path="/error" element={<ErrorPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
