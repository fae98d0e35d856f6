const SECOND_MS = 1000

/** Whole seconds until a moment, rounded up, so that 0 means that it has come. */
export function secondsLeft(atMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((atMs - nowMs) / SECOND_MS))
}
