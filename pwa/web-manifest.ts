import type { ManifestOptions } from 'vite-plugin-pwa';

/** What the browser shows when it offers to install the store, and afterwards. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Nankeen – Australian drones',
  short_name: 'Nankeen',
  description:
    'Drones, batteries and propellers from an Australian maker. Browse, order and enquire, also without a network.',
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
  shortcuts: [
    { name: 'Drones', url: '/products/drones' },
    { name: 'Bag', url: '/checkout' },
    { name: 'Sync', url: '/sync' },
  ],
};
