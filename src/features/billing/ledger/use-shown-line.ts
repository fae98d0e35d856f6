import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** Brings the line that the address names into sight once it is there; the browser looked for it before there was a list. */
export function useShownLine(count: number): RefObject<HTMLOListElement | null> {
  const place = useRef<HTMLOListElement>(null)
  const isShown = useRef(false)
  useEffect(() => {
    if (isShown.current || count === 0 || !location.hash.startsWith('#line-')) return
    const line = place.current?.querySelector<HTMLElement>(`#${CSS.escape(location.hash.slice(1))}`)
    if (line === null || line === undefined) return
    isShown.current = true
    line.scrollIntoView({ block: 'center' })
    line.focus({ preventScroll: true })
  }, [count])
  return place
}
