import { useEffect, useLayoutEffect, useRef } from 'react'

/** If a focused element inside the given one is removed, moves the focus to the given element, so that keyboard use continues there. */
export function useFocusFallback(container: React.RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // A dialog returns the focus to its opener, which may no longer exist by then.
      if (!(target instanceof Element) || target.closest('dialog') !== null) return
      last.current = container.current?.contains(target) === true ? target : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [container])
  useLayoutEffect(() => {
    const isLost = last.current?.isConnected === false && document.activeElement === document.body
    if (isLost) container.current?.focus({ preventScroll: true })
  })
}
