import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { can } from '#shared/platform/capabilities.ts'

/**
 * Whoever goes on to another screen begins at its main part. What has claimed the focus there by then keeps it, and so does an open dialog.
 * A viewer is no other screen, and what loads or is led on before the first press begins at the top.
 */
export function useRouteFocus(): void {
  const [path] = useLocation()
  const shown = useRef(path)
  useLayoutEffect(() => {
    if (shown.current === path) return
    shown.current = path
    const main = document.querySelector('main')
    const isUnused = can('userActivation') && !navigator.userActivation.hasBeenActive
    if (isUnused || main?.contains(document.activeElement) === true) return
    main?.focus({ preventScroll: true })
  }, [path])
}
