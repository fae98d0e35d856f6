import { SCROLL_RESTORE_AFTER_MS, SCROLL_SAVE_AFTER_MS, SCROLL_SAVE_EVERY_MS, USER_SCROLL_SPEED } from '#shared/domain/shell-rules.ts'

/** A page that is still growing is held at its place for this long at most, in ms. */
const HOLD_MS = 3000
/** A browser rounds where it scrolls to. */
const SAME_PLACE_PX = 2

/** How far a screen is scrolled, in px, and the item that stands at a line of the window, `offset` px below its top. */
export interface ScrollPlace {
  readonly top: number
  readonly item: { readonly key: string; readonly offset: number } | null
}

/** The window, and what the session keeps. */
export interface ScrollView {
  readonly place: () => ScrollPlace
  readonly moveTo: (top: number) => void
  /** Where the page has to be scrolled to for the item to stand there again; null while it is not drawn. */
  readonly topOf: (item: NonNullable<ScrollPlace['item']>) => number | null
  readonly onScroll: (listener: () => void) => () => void
  readonly onGrow: (listener: () => void) => () => void
  /** A wheel, a finger, a key or a press. */
  readonly onHand: (listener: () => void) => () => void
  readonly nowMs: () => number
  readonly read: () => ScrollPlace
  readonly save: (place: ScrollPlace) => void
}

const TOP: ScrollPlace = { top: 0, item: null }

/**
 * Keeps one screen's scroll position and returns how to stop. The last position is remembered as it is scrolled to, because at the end
 * the next screen is already drawn and the window may be cut short. Nothing is saved before a position to come back to is restored; while
 * the page still grows it is restored again, until the person scrolls.
 */
export function keepScroll(view: ScrollView, isBack: boolean): () => void {
  let [goal, last] = [TOP, TOP]
  let phase: 'waiting' | 'holding' | 'free' = 'waiting'
  let heldUntilMs = 0
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
    seen = { top: view.place().top, atMs: view.nowMs() }
  }
  const restoring = setTimeout(
    () => {
      // Only now: to ask what the session keeps takes a moment that the screen's first drawing has no time for.
      if (isBack) goal = last = view.read()
      phase = isBack && goal.top > 0 ? 'holding' : 'free'
      heldUntilMs = view.nowMs() + HOLD_MS
      restore()
    },
    isBack ? SCROLL_RESTORE_AFTER_MS : 0,
  )
  const follow = () => {
    if (phase === 'waiting') return
    const place = view.place()
    endHolding()
    if (phase === 'holding' && isOwnScroll(place.top)) return
    last = place
    clearTimeout(saving)
    saving = setTimeout(saveNow, SCROLL_SAVE_AFTER_MS)
  }
  /** What the window did by itself, or slowly, changes nothing as long as the place is held. */
  const isOwnScroll = (top: number) => {
    const atMs = view.nowMs()
    const distance = Math.abs(top - seen.top)
    const speed = distance / Math.max(1, atMs - seen.atMs)
    seen = { top, atMs }
    if (distance > SAME_PLACE_PX && speed > USER_SCROLL_SPEED) setFree()
    return phase === 'holding'
  }
  const endHolding = () => {
    if (view.nowMs() > heldUntilMs) setFree()
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
