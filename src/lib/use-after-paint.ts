import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** The value, one painted frame late: a press is answered before the part that it opens, closes or changes is drawn. */
export function useAfterPaint<T>(value: T): T {
  const [shown, setShown] = useState(value)
  // Never called off: of values that follow each other closely each is shown, the last one in the end.
  useEffect(() => {
    if (!Object.is(shown, value)) afterPaint(() => startTransition(() => setShown(value)))
  }, [shown, value])
  return shown
}
