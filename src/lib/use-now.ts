import { useEffect, useState } from 'react'

const TICK_MS = 1000

/** The time, told anew each second, or at another pace, while somebody needs it. */
export function useNow(everyMs: number = TICK_MS): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
