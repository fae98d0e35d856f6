import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * If the focused element inside the container is removed, focuses the container, so that the user can continue there with the
 * keyboard.
 */
export function useFocusFallback(container: React.RefObject<HTMLElement | null>): void {
  const lastFocused = useRef<Element | null>(null)
  useEffect(() => {
    const storeFocused = ({ target }: FocusEvent) => {
      // Focus in a dialog is ignored. When the dialog closes, its opener gets the focus, but may no longer exist.
      if (!(target instanceof Element) || target.closest('dialog') !== null) return
      lastFocused.current = container.current?.contains(target) === true ? target : null
    }
    document.addEventListener('focusin', storeFocused)
    return () => document.removeEventListener('focusin', storeFocused)
  }, [container])
  useLayoutEffect(() => {
    const isLost = lastFocused.current?.isConnected === false && document.activeElement === document.body
    if (isLost) container.current?.focus({ preventScroll: true })
  })
}
