import { readListAnchor } from '#src/gallery/list-anchor.ts'
import { onUserScroll } from '#src/browser/user-scroll.ts'
import { SAME_POSITION_PX, onPageResize, onScroll } from '#src/browser/window-position.ts'
import { SCROLL_RESTORE_AFTER_MS, SCROLL_SAVE_AFTER_MS, SCROLL_SAVE_EVERY_MS, USER_SCROLL_SPEED } from '#shared/domain/shell-rules.ts'

const ITEM = 'data-scroll-item'
/** The list item that crosses this share of the window's height is the current item. */
const LINE = 0.25
const COLUMNS = [0.5, 0.2, 0.8] as const

/**
 * The window as the scroll view of a screen; `key` is the screen's name in sessionStorage. The page's first screen stays at a position that
 * it was already scrolled to.
 */
export function windowScroll(key: string, isFirst = false): ScrollView {
  return {
    position: () => ({ top: Math.round(scrollY), item: scrollY > 0 ? itemAtLine() : null }),
    // A list that stores its own anchor item restores its position more precisely.
    moveTo(top) {
      if (readListAnchor() === null && !(top === 0 && isNamedInSight())) scrollTo({ top })
    },
    topOf(item) {
      const element = document.querySelector(`[${ITEM}="${CSS.escape(item.key)}"]`)
      return element === null ? null : Math.max(0, Math.round(scrollY + element.getBoundingClientRect().top - item.offset))
    },
    onScroll,
    onGrow: onPageResize,
    onHand: onUserScroll,
    nowMs: () => performance.now(),
    read: () => (isFirst && scrollY > 0 ? { top: Math.round(scrollY), item: null } : readPosition(key)),
    save: (position) => savePosition(key, position),
  }
}

/** Whether the address has a fragment and its element was scrolled into view. */
function isNamedInSight(): boolean {
  return location.hash !== '' && document.getElementById(location.hash.slice(1))?.dataset['shown'] === 'true'
}

function itemAtLine(): ScrollPosition['item'] {
  for (const column of COLUMNS) {
    const element = document.elementFromPoint(innerWidth * column, innerHeight * LINE)?.closest(`[${ITEM}]`)
    const key = element?.getAttribute(ITEM)
    if (element != null && key != null) return { key, offset: Math.round(element.getBoundingClientRect().top) }
  }
  return null
}

function readPosition(key: string): ScrollPosition {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '0') as number | Partial<ScrollPosition>
    const { top, item } = typeof stored === 'number' ? { top: stored, item: null } : stored
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

/** A scroll position in px, and the item at the window's reference line; `offset` is the px from the item's top to the line. */
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
  readonly onHand: (listener: () => void) => () => void
  readonly nowMs: () => number
  readonly read: () => ScrollPosition
  readonly save: (position: ScrollPosition) => void
}

const TOP: ScrollPosition = { top: 0, item: null }

/**
 * Stores and restores a screen's scroll position; returns a function that stops it. The position is stored on scroll, because at the
 * unmount the next screen is already rendered and may be shorter. Nothing is stored before a restore. While the page grows, the restore is
 * repeated until the user scrolls.
 */
export function preserveScroll(view: ScrollView, isBack: boolean): () => void {
  let [goal, last] = [TOP, TOP]
  let phase: 'waiting' | 'holding' | 'free' = 'waiting'
  let holdUntilMs = 0
  let seen = { top: 0, atMs: 0 }
  let saving: ReturnType<typeof setTimeout> | undefined

  const saveNow = () => {
    if (phase !== 'waiting') view.save(last)
  }
  const setFree = () => {
    if (phase === 'holding') phase = 'free'
  }
  const restore = () => {
    const top = (goal.item === null ? null : view.topOf(goal.item)) ?? goal.top
    view.moveTo(top)
    seen = { top: view.position().top, atMs: view.nowMs() }
  }
  const restoring = setTimeout(
    () => {
      // Reading sessionStorage is deferred, because it would delay the screen's first paint.
      if (isBack) goal = last = view.read()
      phase = isBack && goal.top > 0 ? 'holding' : 'free'
      holdUntilMs = view.nowMs() + HOLD_MS
      restore()
    },
    isBack ? SCROLL_RESTORE_AFTER_MS : 0,
  )
  const follow = () => {
    if (phase === 'waiting') return
    const position = view.position()
    endHolding()
    if (phase === 'holding' && isOwnScroll(position.top)) return
    last = position
    clearTimeout(saving)
    saving = setTimeout(saveNow, SCROLL_SAVE_AFTER_MS)
  }
  /** Whether the browser or the restore itself scrolled. A fast scroll is the user's and ends the restore. */
  const isOwnScroll = (top: number) => {
    const atMs = view.nowMs()
    const distance = Math.abs(top - seen.top)
    const speed = distance / Math.max(1, atMs - seen.atMs)
    seen = { top, atMs }
    if (distance > SAME_POSITION_PX && speed > USER_SCROLL_SPEED) setFree()
    return phase === 'holding'
  }
  const endHolding = () => {
    if (view.nowMs() > holdUntilMs) setFree()
  }
  const grow = () => {
    endHolding()
    if (phase === 'holding') restore()
  }
  const stops = [view.onScroll(follow), view.onGrow(grow), view.onHand(setFree)]
  const always = setInterval(saveNow, SCROLL_SAVE_EVERY_MS)
  return () => {
    clearTimeout(restoring)
    clearTimeout(saving)
    clearInterval(always)
    for (const stop of stops) stop()
    saveNow()
  }
}
