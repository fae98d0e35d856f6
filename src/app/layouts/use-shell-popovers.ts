import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { closePopovers, isBesidePopovers } from './shell-popovers.ts'

/** Closes the popovers on a press or a step of Tab beside them and when the route changes. A viewer over the screen is no other route. */
export function useShellPopovers(): void {
  const [path] = useLocation()
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) closePopovers()
    shown.current = path
  }, [path])
  useEffect(() => {
    const look = ({ target }: Event) => {
      if (target instanceof Element && isBesidePopovers(target)) closePopovers()
    }
    // Before anything else hears of it: what was pressed may be gone by the time it comes by here again.
    const lookAtStep = (event: KeyboardEvent) => {
      if (event.key === 'Tab') look(event)
    }
    document.addEventListener('click', look, true)
    document.addEventListener('keyup', lookAtStep)
    return () => {
      document.removeEventListener('click', look, true)
      document.removeEventListener('keyup', lookAtStep)
      closePopovers()
    }
  }, [])
}
