import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'

/** Gives the focus back to an element of a list that lost it by being moved to another place. */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<EventTarget | null>(null)
  useEffect(() => {
    const { current } = list
    const remember = ({ target }: FocusEvent) => {
      last.current = target
    }
    current?.addEventListener('focusin', remember)
    return () => current?.removeEventListener('focusin', remember)
  }, [list])
  useLayoutEffect(() => {
    const hasNoFocus = document.activeElement === document.body || document.activeElement instanceof HTMLDialogElement
    if (hasNoFocus && last.current instanceof HTMLElement && last.current.isConnected) last.current.focus()
  })
}
