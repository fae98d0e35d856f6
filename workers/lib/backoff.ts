export interface BackoffLimits {
  readonly minMs: number
  readonly maxMs: number
}

/**
 * The pause before retry number `attempt` (from 1), in ms. It doubles up to the limit and is shortened at random by up to a half, so that
 * clients do not retry together. `random` returns 0 to 1.
 */
export function backoffMs(attempt: number, { minMs, maxMs }: BackoffLimits, random: () => number): number {
  const fullMs = Math.min(maxMs, minMs * 2 ** Math.max(0, attempt - 1))
  return Math.round(fullMs * (1 - random() / 2))
}
