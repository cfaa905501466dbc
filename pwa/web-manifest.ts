import type { ManifestOptions } from 'vite-plugin-pwa';

/** The web app manifest: how the browser presents the installable store. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Nankeen – Australian drones',
  short_name: 'Nankeen',
  description:
    'Drones, batteries and propellers from an Australian maker. Browse, order and enquire, even without a connection.',
  lang: 'en-AU',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f4f6f8',
  theme_color: '#f4f6f8',
  categories: ['shopping', 'business'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  // Taken by scripts/screenshots.ts.
  screenshots: [
    toScreenshot('home-wide', 'wide', 'The drones, and what they are for'),
    toScreenshot('product-wide', 'wide', 'A drone with its price and figures'),
    toScreenshot('drones-narrow', 'narrow', 'All drones on a phone'),
    toScreenshot('product-narrow', 'narrow', 'A drone on a phone'),
    toScreenshot('cart-narrow', 'narrow', 'A cart that is kept without a signal'),
  ],
  shortcuts: [
    { name: 'Drones', url: '/products/drones' },
    { name: 'Cart', url: '/checkout' },
    { name: 'New purchase order', url: '/ukraine' },
    { name: 'Sync', url: '/sync' },
  ],
};

/** A screenshot for the browser's install dialog. */
function toScreenshot(name: string, kind: 'wide' | 'narrow', label: string) {
  const sizes = kind === 'wide' ? '1280x800' : '780x1688';
  return { src: `/screenshots/${name}.webp`, type: 'image/webp', sizes, form_factor: kind, label };
}
