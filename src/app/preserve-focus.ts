import { tabStopsIn } from '#src/design/open-modal.ts'

/** Elements that start a part of a screen. */
const PART = '[tabindex], dialog, main'
/** Receives the focus of a lost element inside it, because a second press of the nearest focusable element would be wrong. */
const FALLBACK = '[data-focus-fallback]'

const LAYER = 'dialog, [popover]'

/**
 * Moves the focus when its element is removed or disabled: to the fallback, or to the last focus in the layer below. After an intentional
 * blur no element is focused.
 */
export function preserveFocus(): () => void {
  /** The last focused element in each layer, the newest layer last; null is the page itself. */
  const lastIn = new Map<Element | null, HTMLElement>()
  let holder: HTMLElement | null = null

  const hold = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(LAYER)
    lastIn.delete(layer)
    lastIn.set(layer, target)
    holder = target
  }
  const follow = (records: readonly MutationRecord[]) => {
    let isLost = holder !== null && records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(holder)))
    for (const [layer, element] of lastIn) {
      if (layer?.isConnected === false) isLost = true
      if (element.isConnected) continue
      const fallback = fallbackOf(element, layer, records)
      if (fallback === null) lastIn.delete(layer)
      else lastIn.set(layer, fallback)
    }
    if (!isLost || document.activeElement !== document.body) return
    if (![...lastIn.values()].toReversed().some(acceptsFocus)) document.querySelector('main')?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(follow)
  // Only the complete DOM change shows whether the element was removed or just blurred.
  const letGo = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      follow(observer.takeRecords())
      if (target !== holder || holder === null || document.activeElement !== document.body) return
      const { parentNode, nextSibling, previousSibling } = holder
      if (parentNode === null || !holder.matches(':disabled')) {
        lastIn.delete(holder.closest(LAYER))
        holder = null
      } else focusFallback({ parent: parentNode, next: nextSibling, previous: previousSibling })?.focus()
    })

  document.addEventListener('focusin', hold)
  document.addEventListener('focusout', letGo)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', hold)
    document.removeEventListener('focusout', letGo)
    observer.disconnect()
  }
}

/** Elements of the page or of a dialog have a fallback; a removed menu or note has none. */
function fallbackOf(element: HTMLElement, layer: Element | null, records: readonly MutationRecord[]): HTMLElement | null {
  const position = layer?.matches('[popover]') === true ? undefined : removedPositionOf(element, records)
  const fallback = position === undefined ? null : focusFallback(position)
  return fallback?.closest(LAYER) === layer ? fallback : null
}

function acceptsFocus(element: HTMLElement): boolean {
  element.focus()
  return document.activeElement === element
}

/** The position of a removed element. */
interface RemovedPosition {
  readonly parent: Node
  readonly next: Node | null
  readonly previous: Node | null
}

/** The position of the element, or of the outermost removed ancestor; undefined while it is in the document. */
function removedPositionOf(lost: Element, records: readonly MutationRecord[]): RemovedPosition | undefined {
  let position: RemovedPosition | undefined
  let inside: Node = lost
  for (const { target, removedNodes, nextSibling, previousSibling } of records) {
    if (![...removedNodes].some((node) => node.contains(inside))) continue
    position = { parent: target, next: nextSibling, previous: previousSibling }
    inside = target
  }
  return position
}

/** The next focus: the marked fallback, else the next focusable element, else the previous one, else the enclosing part of the screen. */
function focusFallback({ parent, next, previous }: RemovedPosition): HTMLElement | null {
  const claiming = parent instanceof Element ? parent.closest<HTMLElement>(FALLBACK) : null
  if (claiming !== null) return claiming
  for (let node = next; node !== null; node = node.nextSibling) {
    const [first] = tabStopsIn(node)
    if (first !== undefined) return first
  }
  for (let node = previous; node !== null; node = node.previousSibling) {
    const [first] = tabStopsIn(node)
    if (first !== undefined) return first
  }
  return parent instanceof Element ? parent.closest<HTMLElement>(PART) : null
}

/** Scrolls the focused element out from under sticky bars, which browsers ignore. */
export function scrollFocusIntoView(): () => void {
  const uncover = () => {
    const element = document.activeElement
    if (element instanceof HTMLElement && element.matches(':focus-visible') && isUnderBar(element))
      element.scrollIntoView({ block: 'center' })
  }
  const scheduleUncover = () => requestAnimationFrame(uncover)
  document.addEventListener('focusin', scheduleUncover)
  return () => document.removeEventListener('focusin', scheduleUncover)
}

/** Skips elements that fill half the window, and elements of a bar, which scrolling can't move. */
function isUnderBar(element: HTMLElement): boolean {
  const { left, top, bottom, width, height } = element.getBoundingClientRect()
  if (height * 2 > innerHeight || isOnBar(element, element.closest(LAYER))) return false
  return [top + 1, bottom - 1].some((y) => {
    const over = document.elementFromPoint(left + width / 2, y)
    return over !== null && !over.contains(element) && isOnBar(over, sharedWith(element, over))
  })
}

const STICKY_POSITION = /^(sticky|fixed)$/

function isOnBar(element: Element, end: Element | null): boolean {
  for (let at: Element | null = element; at !== null && at !== end; at = at.parentElement) {
    if (STICKY_POSITION.test(getComputedStyle(at).position)) return true
  }
  return false
}

function sharedWith(element: HTMLElement, over: Element): Element | null {
  let shared: Element | null = over
  while (shared?.contains(element) === false) shared = shared.parentElement
  return shared
}
