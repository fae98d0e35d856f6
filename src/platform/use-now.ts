import { useEffect, useState } from 'react'

const TICK_MS = 1000

/** The current time, updated each second or at another interval while used. */
export function useNow(everyMs: number = TICK_MS): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}

const MINUTE_MS = 60_000

/** The current time, updated each minute, for texts like 'some minutes ago'. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
