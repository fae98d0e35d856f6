import type { ScrollPlace, ScrollView } from './keep-scroll.ts'
import { readListAnchor } from '#src/lib/list-anchor.ts'

const ITEM = 'data-scroll-item'
/** The item at this height of the window is the one that is looked at, as shares of its size. */
const LINE = 0.25
const COLUMNS = [0.5, 0.2, 0.8] as const
/** A press, too: on the scroll bar, or on what leads elsewhere in the page, such as the way to its top. */
const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** The browser's window as a screen's scroll position sees it; `key` names the screen in the session. Where the first screen of a page was scrolled before, it stays. */
export function windowScroll(key: string, isFirst = false): ScrollView {
  return {
    place: () => ({ top: Math.round(scrollY), item: scrollY > 0 ? itemAtLine() : null }),
    // A list that remembers its place by what stood there knows better than a number of pixels.
    moveTo(top) {
      if (readListAnchor() === null && !(top === 0 && isNamedInSight())) scrollTo({ top })
    },
    topOf(item) {
      const element = document.querySelector(`[${ITEM}="${CSS.escape(item.key)}"]`)
      return element === null ? null : Math.max(0, Math.round(scrollY + element.getBoundingClientRect().top - item.offset))
    },
    onScroll: (listener) => listen(globalThis, 'scroll', listener),
    onGrow(listener) {
      const observer = new ResizeObserver(listener)
      observer.observe(document.documentElement)
      return () => observer.disconnect()
    },
    onHand(listener) {
      const stops = HANDS.map((name) => listen(globalThis, name, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    nowMs: () => performance.now(),
    read: () => (isFirst && scrollY > 0 ? { top: Math.round(scrollY), item: null } : readPlace(key)),
    save: (place) => savePlace(key, place),
  }
}

/** The address names a part of the screen, which was brought into sight. */
function isNamedInSight(): boolean {
  return location.hash !== '' && document.getElementById(location.hash.slice(1))?.dataset['shown'] === 'true'
}

function itemAtLine(): ScrollPlace['item'] {
  for (const column of COLUMNS) {
    const element = document.elementFromPoint(innerWidth * column, innerHeight * LINE)?.closest(`[${ITEM}]`)
    const key = element?.getAttribute(ITEM)
    if (element != null && key != null) return { key, offset: Math.round(element.getBoundingClientRect().top) }
  }
  return null
}

function readPlace(key: string): ScrollPlace {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '0') as number | Partial<ScrollPlace>
    const { top, item } = typeof stored === 'number' ? { top: stored, item: null } : stored
    const isItem = typeof item?.key === 'string' && typeof item.offset === 'number'
    return { top: typeof top === 'number' ? top : 0, item: isItem ? { key: item.key, offset: item.offset } : null }
  } catch {
    return { top: 0, item: null }
  }
}

function savePlace(key: string, place: ScrollPlace): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(place))
  } catch {
    // Where storage is blocked, going back starts at the top.
  }
}

function listen(target: typeof globalThis, name: string, listener: () => void): () => void {
  target.addEventListener(name, listener, { passive: true })
  return () => target.removeEventListener(name, listener)
}
