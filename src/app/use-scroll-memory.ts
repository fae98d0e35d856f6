import { useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import type { ScrollView } from './keep-scroll.ts'
import { screenPath } from '#src/lib/screen-location.ts'
import { readListAnchor } from '#src/lib/list-anchor.ts'
import { keepScroll } from './keep-scroll.ts'

const KEY_PREFIX = 'kinora.scroll:'

/** Remembers how far each address was scrolled; going back returns there, going on starts at the top. */
export function useScrollMemory(): void {
  const [path] = useLocation()
  useLayoutEffect(() => {
    const isBack = poppedTo === screenPath()
    poppedTo = undefined
    return keepScroll(windowScroll(KEY_PREFIX + path), isBack)
  }, [path])
}

/** Where the browser went back or on to; a reload counts, a jump within the page is overtaken by the next address. */
let poppedTo: string | undefined = screenPath()
history.scrollRestoration = 'manual'
addEventListener('popstate', () => {
  poppedTo = screenPath()
})

function windowScroll(key: string): ScrollView {
  return {
    top: () => Math.round(scrollY),
    // A list that remembers its place by what stood there knows better than a number of pixels.
    moveTo(top) {
      if (readListAnchor() === null) scrollTo({ top })
    },
    onScroll(listener) {
      addEventListener('scroll', listener, { passive: true })
      return () => removeEventListener('scroll', listener)
    },
    read() {
      try {
        return Number(sessionStorage.getItem(key) ?? 0)
      } catch {
        return 0
      }
    },
    save(top) {
      try {
        sessionStorage.setItem(key, String(top))
      } catch {
        // Where storage is blocked, going back starts at the top.
      }
    },
  }
}
