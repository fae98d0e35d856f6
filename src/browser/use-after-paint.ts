import { startTransition, useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * Returns a changed value after the next paint, or when `schedule` calls back. The pressed element then reacts before the affected part renders.
 */
export function useAfterPaint<T>(value: T, schedule = afterPaint): T {
  const [shownValue, setShownValue] = useState(value)
  const latestValue = useRef(value)
  // A scheduled update is never cancelled, so that each of several quick values is rendered. A value equal to the shown one is not skipped:
  // a slow earlier render may still be pending.
  useEffect(() => {
    if (Object.is(latestValue.current, value)) return
    latestValue.current = value
    schedule(() => startTransition(() => setShownValue(value)))
  }, [value, schedule])
  return shownValue
}
