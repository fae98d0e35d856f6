import { startTransition, useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** Returns a changed value only after the next paint, or after `wait`, so that a press gets feedback before the affected part renders. */
export function useAfterPaint<T>(value: T, wait = afterPaint): T {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  // Never cancelled: each of several quick values is rendered. A value that equals the shown one must not be skipped, because a slow
  // earlier render may be pending.
  useEffect(() => {
    if (Object.is(latest.current, value)) return
    latest.current = value
    wait(() => startTransition(() => setShown(value)))
  }, [value, wait])
  return shown
}
