/** Calls back once after a delay, unless it is cancelled by what it returned. */
export type StartTimer = (onTime: () => void, delayMs: number) => () => void

export const startTimer: StartTimer = (onTime, delayMs) => {
  const timer = setTimeout(onTime, delayMs)
  return () => clearTimeout(timer)
}
