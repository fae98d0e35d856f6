import type { ManifestOptions } from 'vite-plugin-pwa'
import { LINK_PROTOCOL, LINK_QUERY } from '#shared/domain/protocol-link.ts'
import { ROUTES } from '#shared/domain/screens.ts'
import { SHARE_FIELDS, SHARE_PATH } from '#shared/domain/share-rules.ts'

const BACKGROUND_COLOUR = '#0b0b0d'
const SHORTCUT_ICON = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }
/** The types of files that a file manager can open with the installed app. */
const OPENED_FILES = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/gif': ['.gif'],
}

/** The web manifest, which a browser needs to install the app. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Kinora',
  short_name: 'Kinora',
  description: 'Turn a photo into a short video.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: BACKGROUND_COLOUR,
  theme_color: BACKGROUND_COLOUR,
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  shortcuts: [
    { name: 'New video', short_name: 'New video', url: ROUTES.imageToVideo, icons: [SHORTCUT_ICON] },
    { name: 'Start and end frame', short_name: 'Start and end', url: ROUTES.startEnd, icons: [SHORTCUT_ICON] },
    { name: 'Your videos', short_name: 'Videos', url: ROUTES.creations, icons: [SHORTCUT_ICON] },
  ],
  share_target: {
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: SHARE_FIELDS.title,
      text: SHARE_FIELDS.text,
      url: SHARE_FIELDS.url,
      files: [{ name: SHARE_FIELDS.images, accept: ['image/*'] }],
    },
  },
  protocol_handlers: [{ protocol: LINK_PROTOCOL, url: `${ROUTES.home}?${LINK_QUERY}=%s` }],
  file_handlers: [{ action: ROUTES.imageToVideo, accept: OPENED_FILES }],
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
      label: 'Turning a photo into a video on a phone',
    },
    {
      src: '/screenshots/desktop.webp',
      sizes: '1440x900',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'Image to video on a desktop computer',
    },
  ],
}
