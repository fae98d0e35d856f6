import { useEffect } from 'react'

/** While videos are packed, Escape does not end the selection and the packing with it: that has its own button. */
export function useEscapeKept(isKept: boolean): void {
  useEffect(() => {
    if (!isKept) return
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault()
    }
    addEventListener('keydown', keep, { capture: true })
    return () => removeEventListener('keydown', keep, { capture: true })
  }, [isKept])
}
