import { startTransition, useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** The value, one painted frame late, so that a press gets feedback before the part it affects is rendered, or when `wait` calls back. */
export function useAfterPaint<T>(value: T, wait = afterPaint): T {
  const [shown, setShown] = useState(value)
  const asked = useRef(value)
  // Never cancelled: of values in quick succession each is rendered, the last one in the end. Skipping a value that equals
  // the shown one would be wrong, because a slow earlier render may still be pending.
  useEffect(() => {
    if (Object.is(asked.current, value)) return
    asked.current = value
    wait(() => startTransition(() => setShown(value)))
  }, [value, wait])
  return shown
}
