import type { ComponentType } from 'react';

/** Fetches the code of a screen. */
export type LoadScreen = () => Promise<ComponentType>;

const productList: LoadScreen = async () =>
  (await import('#pwa/features/catalogue/product-list-page.tsx')).ProductListPage;
const contact: LoadScreen = async () => (await import('#pwa/features/enquiry/contact-page.tsx')).ContactPage;
const accountHome: LoadScreen = async () =>
  (await import('#pwa/features/account/account-home-page.tsx')).AccountHomePage;
const productForm: LoadScreen = async () => (await import('./product-form-screen.tsx')).ProductFormScreen;
const templateForm: LoadScreen = async () =>
  (await import('#pwa/features/templates/template-form-page.tsx')).TemplateFormPage;
const legal: LoadScreen = async () => (await import('#pwa/features/legal/legal-page.tsx')).LegalPage;

/** Screens by path. Their code loads when they are first opened; the service worker caches all of it. */
export const SCREENS: readonly (readonly [path: string, load: LoadScreen])[] = [
  ['/', async () => (await import('./home-screen.tsx')).HomeScreen],
  ['/products', productList],
  ['/products/drones', productList],
  ['/products/batteries', productList],
  ['/products/propellers', productList],
  ['/product/create', productForm],
  ['/product/:productFBUID/update', productForm],
  [
    '/product/:productFBUID',
    async () => (await import('#pwa/features/catalogue/product-page.tsx')).ProductPage,
  ],
  [
    '/product/:productFBUID/deprecate',
    async () => (await import('#pwa/features/desk/deprecate-page.tsx')).DeprecatePage,
  ],
  [
    '/template',
    async () => (await import('#pwa/features/templates/template-list-page.tsx')).TemplateListPage,
  ],
  ['/template/create', templateForm],
  [
    '/template/:templateFBUID',
    async () => (await import('#pwa/features/templates/template-page.tsx')).TemplatePage,
  ],
  ['/template/:templateFBUID/update', templateForm],
  // Deprecating shows the edit screen unchanged.
  ['/template/:templateFBUID/deprecate', templateForm],
  ['/checkout', async () => (await import('#pwa/features/cart/checkout-page.tsx')).CheckoutPage],
  ['/success', async () => (await import('#pwa/features/cart/success-page.tsx')).SuccessPage],
  ['/contact', contact],
  ['/contact/:contactFBUID', contact],
  ['/login', async () => (await import('#pwa/features/account/login-page.tsx')).LoginPage],
  [
    '/login/verify',
    async () => (await import('#pwa/features/account/verify-address-page.tsx')).VerifyAddressPage,
  ],
  ['/login/done', async () => (await import('#pwa/features/account/google-end-page.tsx')).GoogleEndPage],
  [
    '/login/reset',
    async () => (await import('#pwa/features/account/reset-password-page.tsx')).ResetPasswordPage,
  ],
  ['/account', accountHome],
  ['/account/email', async () => (await import('#pwa/features/account/new-address-page.tsx')).NewAddressPage],
  ['/account/profile', async () => (await import('#pwa/features/account/profile-page.tsx')).ProfilePage],
  [
    '/login/second-factor',
    async () => (await import('#pwa/features/account/second-factor-page.tsx')).SecondFactorPage,
  ],
  ['/account/security', async () => (await import('#pwa/features/account/security-page.tsx')).SecurityPage],
  ['/account/data', async () => (await import('#pwa/features/account/own-data-page.tsx')).OwnDataPage],
  [
    '/account/delete',
    async () => (await import('#pwa/features/account/delete-account-page.tsx')).DeleteAccountPage,
  ],
  [
    '/account/orders',
    async () => (await import('#pwa/features/paid-orders/own-orders-page.tsx')).OwnOrdersPage,
  ],
  [
    '/order/:orderId',
    async () => (await import('#pwa/features/paid-orders/bought-order-page.tsx')).BoughtOrderPage,
  ],
  [
    '/order/:orderId/receipt',
    async () => (await import('#pwa/features/paid-orders/receipt-page.tsx')).ReceiptPage,
  ],
  ['/client', accountHome],
  ['/program', accountHome],
  ['/legals', async () => (await import('#pwa/features/legal/legal-index-page.tsx')).LegalIndexPage],
  ['/legals/privacy-policy', legal],
  ['/legals/warranty', legal],
  ['/legals/terms-and-conditions', legal],
  ['/ukraine/review', async () => (await import('#pwa/features/orders/review-page.tsx')).ReviewPage],
  ['/ukraine/orders', async () => (await import('#pwa/features/orders/orders-page.tsx')).OrdersPage],
  ['/migration', async () => (await import('#pwa/features/migration/migration-page.tsx')).MigrationPage],
  ['/admin', async () => (await import('#pwa/features/desk/admin-page.tsx')).AdminPage],
  ['/admin/products', async () => (await import('#pwa/features/desk/products-page.tsx')).ProductsPage],
  ['/admin/payments', async () => (await import('#pwa/features/paid-orders/payments-page.tsx')).PaymentsPage],
  [
    '/admin/orders',
    async () => (await import('#pwa/features/paid-orders/orders-desk-page.tsx')).OrdersDeskPage,
  ],
  [
    '/admin/orders/:orderId',
    async () => (await import('#pwa/features/paid-orders/desk-order-page.tsx')).DeskOrderPage,
  ],
  ['/admin/enquiries', async () => (await import('#pwa/features/inbox/enquiries-page.tsx')).EnquiriesPage],
  [
    '/admin/enquiries/:contactFBUID',
    async () => (await import('#pwa/features/inbox/desk-enquiry-page.tsx')).DeskEnquiryPage,
  ],
  ['/admin/staff', async () => (await import('#pwa/features/desk/staff-page.tsx')).StaffPage],
  ['/admin/refused', async () => (await import('#pwa/features/desk/refused-page.tsx')).RefusedPage],
  ['/admin/mails', async () => (await import('#pwa/features/desk/mails-page.tsx')).MailsPage],
  ['/sync', async () => (await import('#pwa/features/sync-centre/sync-page.tsx')).SyncPage],
  ['/ukraine', async () => (await import('#pwa/features/orders/order-picker-page.tsx')).OrderPickerPage],
  [
    '/history/:collection/:id',
    async () => (await import('#pwa/features/history/history-page.tsx')).HistoryPage,
  ],
];

/** The screen of every other path. */
export const NOT_FOUND: LoadScreen = async () => (await import('./not-found-page.tsx')).NotFoundPage;

/** Finds the screen of a path without a router. */
export function findScreen(path: string): LoadScreen {
  return SCREENS.find(([pattern]) => toMatcher(pattern).test(path))?.[1] ?? NOT_FOUND;
}

function toMatcher(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`);
}
