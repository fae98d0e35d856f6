import { readListAnchor } from '#src/gallery/list-anchor.ts'
import { onUserScroll } from '#src/browser/user-scroll.ts'
import { SAME_POSITION_PX, onPageResize, onScroll } from '#src/browser/window-position.ts'
import { SCROLL_RESTORE_AFTER_MS, SCROLL_SAVE_AFTER_MS, SCROLL_SAVE_EVERY_MS, USER_SCROLL_SPEED } from '#shared/domain/shell-rules.ts'

const ITEM_ATTRIBUTE = 'data-scroll-item'
/** The list item that crosses this share of the window's height is the current item. */
const LINE_SHARE = 0.25
const COLUMN_SHARES = [0.5, 0.2, 0.8] as const

/**
 * The window as the scroll view of a screen; `key` is the screen's name in sessionStorage. The page's first screen stays at a position that
 * it was already scrolled to.
 */
export function windowScroll(key: string, isFirstScreen = false): ScrollView {
  return {
    position: () => ({ top: Math.round(scrollY), item: scrollY > 0 ? itemAtLine() : null }),
    // A list that stores its own anchor item restores its position more precisely.
    moveTo(top) {
      if (readListAnchor() === null && !(top === 0 && isFragmentInView())) scrollTo({ top })
    },
    topOf(item) {
      const element = document.querySelector(`[${ITEM_ATTRIBUTE}="${CSS.escape(item.key)}"]`)
      return element === null ? null : Math.max(0, Math.round(scrollY + element.getBoundingClientRect().top - item.offset))
    },
    onScroll,
    onGrow: onPageResize,
    onScrollByUser: onUserScroll,
    nowMs: () => performance.now(),
    read: () => (isFirstScreen && scrollY > 0 ? { top: Math.round(scrollY), item: null } : readPosition(key)),
    save: (position) => savePosition(key, position),
  }
}

/** Whether the address has a fragment and its element was scrolled into view. */
function isFragmentInView(): boolean {
  return location.hash !== '' && document.getElementById(location.hash.slice(1))?.dataset['shown'] === 'true'
}

function itemAtLine(): ScrollPosition['item'] {
  for (const column of COLUMN_SHARES) {
    const element = document.elementFromPoint(innerWidth * column, innerHeight * LINE_SHARE)?.closest(`[${ITEM_ATTRIBUTE}]`)
    const key = element?.getAttribute(ITEM_ATTRIBUTE)
    if (element != null && key != null) return { key, offset: Math.round(element.getBoundingClientRect().top) }
  }
  return null
}

function readPosition(key: string): ScrollPosition {
  try {
    const storedValue = JSON.parse(sessionStorage.getItem(key) ?? '0') as number | Partial<ScrollPosition>
    const { top, item } = typeof storedValue === 'number' ? { top: storedValue, item: null } : storedValue
    const isItem = typeof item?.key === 'string' && typeof item.offset === 'number'
    return { top: typeof top === 'number' ? top : 0, item: isItem ? { key: item.key, offset: item.offset } : null }
  } catch {
    return { top: 0, item: null }
  }
}

function savePosition(key: string, position: ScrollPosition): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(position))
  } catch {
    // Without sessionStorage, the screen starts at the top after "back".
  }
}

/** For how long the scroll position of a growing page is restored, in ms. */
const HOLD_MS = 3000

/** A scroll position in px, and the item at the window's reference line; `offset` is the px from the window's top to the item's top. */
export interface ScrollPosition {
  readonly top: number
  readonly item: { readonly key: string; readonly offset: number } | null
}

/** What `preserveScroll` needs of the window and sessionStorage; tests replace it. */
interface ScrollView {
  readonly position: () => ScrollPosition
  readonly moveTo: (top: number) => void
  /** The scroll position that restores the item's old position in the window; null while the item is not rendered. */
  readonly topOf: (item: NonNullable<ScrollPosition['item']>) => number | null
  readonly onScroll: (listener: () => void) => () => void
  readonly onGrow: (listener: () => void) => () => void
  /** Calls the listener when the user scrolls: by wheel, touch, key or press. */
  readonly onScrollByUser: (listener: () => void) => () => void
  readonly nowMs: () => number
  readonly read: () => ScrollPosition
  readonly save: (position: ScrollPosition) => void
}

const TOP_POSITION: ScrollPosition = { top: 0, item: null }

/**
 * Stores and restores a screen's scroll position; returns a function that stops it. The position is stored on scroll, because at the
 * unmount the next screen is already rendered and may be shorter. Nothing is stored before a restore. While the page grows, the restore is
 * repeated until the user scrolls.
 */
export function preserveScroll(view: ScrollView, isBack: boolean): () => void {
  let [goalPosition, lastPosition] = [TOP_POSITION, TOP_POSITION]
  let phase: 'waiting' | 'holding' | 'free' = 'waiting'
  let holdUntilMs = 0
  let lastSeen = { top: 0, atMs: 0 }
  let saveTimer: ReturnType<typeof setTimeout> | undefined

  const saveNow = () => {
    if (phase !== 'waiting') view.save(lastPosition)
  }
  const endHold = () => {
    if (phase === 'holding') phase = 'free'
  }
  const restore = () => {
    const top = (goalPosition.item === null ? null : view.topOf(goalPosition.item)) ?? goalPosition.top
    view.moveTo(top)
    lastSeen = { top: view.position().top, atMs: view.nowMs() }
  }
  const restoreTimer = setTimeout(
    () => {
      // Reading sessionStorage is deferred, because it would delay the screen's first paint.
      if (isBack) goalPosition = lastPosition = view.read()
      phase = isBack && goalPosition.top > 0 ? 'holding' : 'free'
      holdUntilMs = view.nowMs() + HOLD_MS
      restore()
    },
    isBack ? SCROLL_RESTORE_AFTER_MS : 0,
  )
  const handleScroll = () => {
    if (phase === 'waiting') return
    const position = view.position()
    endHoldIfOver()
    if (phase === 'holding' && isAutomaticScroll(position.top)) return
    lastPosition = position
    clearTimeout(saveTimer)
    saveTimer = setTimeout(saveNow, SCROLL_SAVE_AFTER_MS)
  }
  /** Whether the browser or the restore itself scrolled. A fast scroll is the user's and ends the restore. */
  const isAutomaticScroll = (top: number) => {
    const atMs = view.nowMs()
    const distance = Math.abs(top - lastSeen.top)
    const speed = distance / Math.max(1, atMs - lastSeen.atMs)
    lastSeen = { top, atMs }
    if (distance > SAME_POSITION_PX && speed > USER_SCROLL_SPEED) endHold()
    return phase === 'holding'
  }
  const endHoldIfOver = () => {
    if (view.nowMs() > holdUntilMs) endHold()
  }
  const handleGrowth = () => {
    endHoldIfOver()
    if (phase === 'holding') restore()
  }
  const stops = [view.onScroll(handleScroll), view.onGrow(handleGrowth), view.onScrollByUser(endHold)]
  const saveInterval = setInterval(saveNow, SCROLL_SAVE_EVERY_MS)
  return () => {
    clearTimeout(restoreTimer)
    clearTimeout(saveTimer)
    clearInterval(saveInterval)
    for (const stop of stops) stop()
    saveNow()
  }
}
