import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The time, told anew each minute, for words like 'some minutes ago'. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
