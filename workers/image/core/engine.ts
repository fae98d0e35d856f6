export type Engine = 'chromium' | 'firefox' | 'webkit'

/** The pipeline's ways differ by measured behaviour that no feature test shows, so the user agent decides. */
export function engineOf(userAgent: string): Engine {
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /AppleWebKit\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'webkit' : 'chromium'
}
