/**
 * Features that some browsers lack. Each is evaluated on use, because settings can change some of them. Replacements: docs/platform.md,
 * "Browsers".
 */
const CAPABILITIES = {
  worker: () => has('Worker'),
  sharedWorker: () => has('SharedWorker'),
  /**
   * Whether the end of a page ends the transactions of its workers. WebKit leaves a worker's transaction open when the user leaves the
   * page. That locks the database for every page.
   */
  endWorkers: () => !isWebKit(),
  /** WebKit suspends pages in the back/forward cache during transactions. That blocks other pages and workers that use the database. */
  continueTransactions: () => !isWebKit(),
  serviceWorker: () => 'serviceWorker' in navigator && has('caches'),
  drawInWorker: () => has('OffscreenCanvas') && has('createImageBitmap'),
  handOverCanvas: () => hasMethod('HTMLCanvasElement', 'transferControlToOffscreen'),
  imageDecoder: () => has('ImageDecoder'),
  /** WebKitGTK 2.50 frees wrong memory when it decodes AAC in a worker, which crashes the page. On a page its decoder never answers. */
  decodeAudio: () => has('AudioDecoder') && !isWebKit(),
  decodeVideo: () => has('Worker') && has('VideoDecoder') && has('OffscreenCanvas'),
  notifications: () => has('Notification'),
  push: () => 'serviceWorker' in navigator && has('PushManager'),
  badge: () => 'setAppBadge' in navigator,
  share: () => 'share' in navigator,
  shareFiles: () => 'canShare' in navigator,
  persist: () => 'storage' in navigator && 'persist' in navigator.storage,
  /** WebKit deletes script-written storage after 7 days without a visit, except for installed apps. */
  storeForever: () => !isWebKit() || isInstalled(),
  historyEntries: () => has('navigation'),
  userActivation: () => 'userActivation' in navigator,
  idleCallback: () => has('requestIdleCallback'),
  fedCm: () => has('IdentityCredential'),
} as const satisfies Record<string, () => boolean>

export type Capability = keyof typeof CAPABILITIES

export function can(capability: Capability): boolean {
  return CAPABILITIES[capability]()
}

export const ALL_CAPABILITIES = Object.keys(CAPABILITIES) as readonly Capability[]

function has(name: string): boolean {
  return (globalThis as Readonly<Record<string, unknown>>)[name] !== undefined
}

function hasMethod(constructor: string, method: string): boolean {
  const made = (globalThis as Readonly<Record<string, unknown>>)[constructor]
  return typeof made === 'function' && method in (made.prototype as object)
}

function isInstalled(): boolean {
  const { matchMedia } = globalThis as { readonly matchMedia?: (query: string) => { readonly matches: boolean } }
  return matchMedia?.('(display-mode: standalone)').matches === true
}

/** Every browser on iOS and iPadOS is WebKit. */
function isWebKit(): boolean {
  return 'navigator' in globalThis && 'vendor' in navigator && navigator.vendor === 'Apple Computer, Inc.'
}
