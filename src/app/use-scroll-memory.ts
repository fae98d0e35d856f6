import { useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import { screenPath } from '#src/lib/screen-location.ts'
import { keepScroll } from './keep-scroll.ts'
import { windowScroll } from './window-scroll.ts'

const KEY_PREFIX = 'kinora.scroll:'

/** Remembers how far each address was scrolled; going back returns there, going on starts at the top. */
export function useScrollMemory(): void {
  const [path] = useLocation()
  useLayoutEffect(() => {
    const isBack = poppedTo === screenPath()
    const view = windowScroll(KEY_PREFIX + path, isFirst)
    poppedTo = undefined
    isFirst = false
    return keepScroll(view, isBack)
  }, [path])
}

/** Where the browser went back or on to; a reload counts, a jump within the page is overtaken by the next address. */
let poppedTo: string | undefined = screenPath()
/** The first screen of this page, which may stand there before its script. */
let isFirst = true
history.scrollRestoration = 'manual'
addEventListener('popstate', () => {
  poppedTo = screenPath()
})
