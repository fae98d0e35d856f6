/** The fallback for an unreadable ratio. */
export const RATIO_FALLBACK = 0.75

/** 'w:h' as width divided by height; the fallback for any other text. */
export function parseRatio(text: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)\s*$/.exec(text)
  const ratio = Number(match?.[1]) / Number(match?.[2])
  return Number.isFinite(ratio) && ratio > 0 ? ratio : RATIO_FALLBACK
}
