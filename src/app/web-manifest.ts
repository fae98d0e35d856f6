import type { ManifestOptions } from 'vite-plugin-pwa'

const BACKGROUND = '#0b0b0d'

/** What the browser needs to install the app. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Kinora',
  short_name: 'Kinora',
  description: 'Turn a still picture into a short video.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: BACKGROUND,
  theme_color: BACKGROUND,
  categories: ['photo', 'entertainment', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    {
      src: '/screenshots/phone.webp',
      sizes: '786x1704',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'A photo becomes a video on a phone',
    },
    {
      src: '/screenshots/desktop.webp',
      sizes: '1440x900',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'The image-to-video studio on a desktop',
    },
  ],
}
