import { useEffect } from 'react'
import { isLayerOpen } from '#src/lib/is-layer-open.ts'

/** While videos are packed, Escape does not end the selection and the packing with it: that has its own button. It still closes what lies over them. */
export function useEscapeKept(isKept: boolean): void {
  useEffect(() => {
    if (!isKept) return
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isLayerOpen()) event.preventDefault()
    }
    addEventListener('keydown', keep, { capture: true })
    return () => removeEventListener('keydown', keep, { capture: true })
  }, [isKept])
}
