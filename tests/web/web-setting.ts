/** Whether the full check runs: `npm run check:web`. */
export const isFullCheck = (process.env['CHECK_WEB'] ?? '') !== '';

/** Every page a visitor can open, with its main heading. */
export const ROUTES: readonly (readonly [path: string, heading: RegExp])[] = [
  ['/', /Stays up/],
  ['/products', /^Products$/],
  ['/products/drones', /^Drones$/],
  ['/products/batteries', /^Batteries$/],
  ['/products/propellers', /^Propellers$/],
  ['/product/recon-vtol', /^Recon VTOL$/],
  ['/product/recon-vtol/deprecate', /^Delete Recon VTOL\?$/],
  ['/product/create', /^New product$/],
  ['/product/recon-vtol/update', /^Edit Recon VTOL$/],
  ['/checkout', /cart/i],
  ['/success', /find a payment/],
  ['/contact', /^Contact Us$/],
  ['/login', /Login|Account/],
  ['/login/verify', /^Confirm your address$/],
  ['/client', /account|Login/i],
  ['/program', /account|Login/i],
  ['/legals', /Legal/],
  ['/legals/privacy-policy', /^Privacy Policy$/],
  ['/legals/warranty', /^Warranty Policy$/],
  ['/legals/terms-and-conditions', /^Terms and Conditions$/],
  ['/ukraine/review', /^Purchase order$/],
  ['/ukraine/orders', /^Purchase orders$/],
  ['/sync', /^Sync/],
  ['/migration', /^Migration$/],
  ['/ukraine', /^Purchase order$/],
  ['/error', /^Something went wrong$/],
  ['/no/such/page', /^Page not found$/],
];
