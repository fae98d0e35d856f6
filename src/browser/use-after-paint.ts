import { startTransition, useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** The value, one painted frame late or after `wait`, so that a press gets feedback before the affected part renders. */
export function useAfterPaint<T>(value: T, wait = afterPaint): T {
  const [shown, setShown] = useState(value)
  const asked = useRef(value)
  // Never cancelled: each of several quick values is rendered. A value that equals the shown one must not be skipped, because a slow
  // earlier render may be pending.
  useEffect(() => {
    if (Object.is(asked.current, value)) return
    asked.current = value
    wait(() => startTransition(() => setShown(value)))
  }, [value, wait])
  return shown
}
