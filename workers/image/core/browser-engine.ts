import { can } from '#shared/browser/capabilities.ts'

export type BrowserEngine = 'chromium' | 'firefox' | 'webkit'

/** The browser engine, read from the user agent, because the measured differences between engines have no feature test. */
export function engineOf(userAgent: string): BrowserEngine {
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /AppleWebKit\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'webkit' : 'chromium'
}

/** Whether pictures can be prepared here. Workers of some Safari versions lack a 2D canvas. */
export function canPrepare(): boolean {
  if (!can('drawInWorker')) return false
  return new OffscreenCanvas(1, 1).getContext('2d') !== null
}
