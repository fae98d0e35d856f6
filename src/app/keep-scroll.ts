const SAVE_AFTER_SCROLL_MS = 300
const SAVE_EVERY_MS = 2000
const RESTORE_AFTER_MS = 100

/** The window, and what the session keeps. */
export interface ScrollView {
  readonly top: () => number
  readonly moveTo: (top: number) => void
  readonly onScroll: (listener: () => void) => () => void
  readonly read: () => number
  readonly save: (top: number) => void
}

/**
 * Keeps one screen's scroll position and returns how to stop. The last position is remembered as it is scrolled to, because at the end
 * the next screen is already drawn and the window may be cut short. Nothing is saved before a position to come back to is restored.
 */
export function keepScroll({ top, moveTo, onScroll, read, save }: ScrollView, isBack: boolean): () => void {
  let last = isBack ? read() : 0
  let isRestored = !isBack
  let saving: ReturnType<typeof setTimeout> | undefined
  const restoring = setTimeout(
    () => {
      isRestored = true
      moveTo(last)
    },
    isBack ? RESTORE_AFTER_MS : 0,
  )
  const saveNow = () => save(last)
  const stopListening = onScroll(() => {
    if (!isRestored) return
    last = top()
    clearTimeout(saving)
    saving = setTimeout(saveNow, SAVE_AFTER_SCROLL_MS)
  })
  const always = setInterval(saveNow, SAVE_EVERY_MS)
  return () => {
    clearTimeout(restoring)
    clearTimeout(saving)
    clearInterval(always)
    stopListening()
    saveNow()
  }
}
