/**
 * Features that some browsers lack. Each is evaluated on use, because settings can change some of them. Replacements: docs/platform.md,
 * "Browsers".
 */
const CAPABILITIES = {
  worker: () => hasGlobal('Worker'),
  sharedWorker: () => hasGlobal('SharedWorker'),
  /**
   * Whether the end of a page ends the transactions of its workers. WebKit leaves a worker's transaction open when the user leaves the
   * page. That locks the database for every page.
   */
  endWorkers: () => !isWebKit(),
  /**
   * Whether transactions may continue when the user leaves a page. WebKit suspends pages in the back/forward cache during transactions,
   * which blocks other pages and workers that use the database.
   */
  continueTransactions: () => !isWebKit(),
  serviceWorker: () => 'serviceWorker' in navigator && hasGlobal('caches'),
  drawInWorker: () => hasGlobal('OffscreenCanvas') && hasGlobal('createImageBitmap'),
  handOverCanvas: () => hasMethod('HTMLCanvasElement', 'transferControlToOffscreen'),
  imageDecoder: () => hasGlobal('ImageDecoder'),
  /** WebKitGTK 2.50 frees wrong memory when it decodes AAC in a worker, which crashes the page. On a page its decoder never answers. */
  decodeAudio: () => hasGlobal('AudioDecoder') && !isWebKit(),
  decodeVideo: () => hasGlobal('Worker') && hasGlobal('VideoDecoder') && hasGlobal('OffscreenCanvas'),
  notifications: () => hasGlobal('Notification'),
  push: () => 'serviceWorker' in navigator && hasGlobal('PushManager'),
  badge: () => 'setAppBadge' in navigator,
  share: () => 'share' in navigator,
  shareFiles: () => 'canShare' in navigator,
  persist: () => 'storage' in navigator && 'persist' in navigator.storage,
  /** WebKit deletes script-written storage after 7 days without a visit, except for installed apps. */
  storeForever: () => !isWebKit() || isInstalled(),
  historyEntries: () => hasGlobal('navigation'),
  userActivation: () => 'userActivation' in navigator,
  idleCallback: () => hasGlobal('requestIdleCallback'),
  fedCm: () => hasGlobal('IdentityCredential'),
} as const satisfies Record<string, () => boolean>

export type Capability = keyof typeof CAPABILITIES

export function can(capability: Capability): boolean {
  return CAPABILITIES[capability]()
}

export const ALL_CAPABILITIES = Object.keys(CAPABILITIES) as readonly Capability[]

function hasGlobal(name: string): boolean {
  return (globalThis as Readonly<Record<string, unknown>>)[name] !== undefined
}

function hasMethod(constructor: string, method: string): boolean {
  const constructorFunction = (globalThis as Readonly<Record<string, unknown>>)[constructor]
  return typeof constructorFunction === 'function' && method in (constructorFunction.prototype as object)
}

function isInstalled(): boolean {
  const { matchMedia } = globalThis as { readonly matchMedia?: (query: string) => { readonly matches: boolean } }
  return matchMedia?.('(display-mode: standalone)').matches === true
}

/** Every browser on iOS and iPadOS is WebKit. */
function isWebKit(): boolean {
  return 'navigator' in globalThis && 'vendor' in navigator && navigator.vendor === 'Apple Computer, Inc.'
}
