import { startTransition, useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * Returns a changed value after the next paint, or after `wait`. The pressed element then reacts before the affected part renders.
 */
export function useAfterPaint<T>(value: T, wait = afterPaint): T {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  // The timer is never cancelled, so that each of several quick values is rendered. A value equal to the shown one is not skipped:
  // a slow earlier render may still be pending.
  useEffect(() => {
    if (Object.is(latest.current, value)) return
    latest.current = value
    wait(() => startTransition(() => setShown(value)))
  }, [value, wait])
  return shown
}
