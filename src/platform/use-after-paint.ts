import { startTransition, useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** The value, one painted frame late: a press is answered before the part that it opens, closes or changes is drawn. */
export function useAfterPaint<T>(value: T): T {
  const [shown, setShown] = useState(value)
  const asked = useRef(value)
  // Never called off: of values that follow each other closely each is shown, the last one in the end. What is shown says nothing of what
  // is still on its way: back at the first value, one that takes long to draw would come after it.
  useEffect(() => {
    if (Object.is(asked.current, value)) return
    asked.current = value
    afterPaint(() => startTransition(() => setShown(value)))
  }, [value])
  return shown
}
