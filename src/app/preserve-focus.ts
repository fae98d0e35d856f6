import { tabStopsIn } from '#src/design/open-modal.ts'

/** Selects elements that may receive the focus as the enclosing part of a screen. */
const PART = '[tabindex], dialog, main'
/**
 * Selects elements that receive the focus when an element inside them is removed. Focusing the nearest button instead could cause a
 * wrong second press.
 */
const FALLBACK = '[data-focus-fallback]'

const LAYER = 'dialog, [popover]'

/**
 * Moves the focus when the focused element is removed or disabled: to a fallback, or to the last focused element in the layer
 * below. If the user removes the focus, no element is focused.
 */
export function preserveFocus(): () => void {
  /** The element that was last focused in each layer, the newest layer last; the key null is the page itself. */
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
  // Only the complete DOM change shows whether the focused element was removed or only lost the focus.
  const releaseHold = ({ target }: FocusEvent) =>
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
  document.addEventListener('focusout', releaseHold)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', hold)
    document.removeEventListener('focusout', releaseHold)
    observer.disconnect()
  }
}

/** The element that receives the focus after a removed element, in the same layer; null for an element of a removed menu. */
function fallbackOf(element: HTMLElement, layer: Element | null, records: readonly MutationRecord[]): HTMLElement | null {
  const position = layer?.matches('[popover]') === true ? undefined : removedPositionOf(element, records)
  const fallback = position === undefined ? null : focusFallback(position)
  return fallback?.closest(LAYER) === layer ? fallback : null
}

function acceptsFocus(element: HTMLElement): boolean {
  element.focus()
  return document.activeElement === element
}

/** Where a removed element was in the document. */
interface RemovedPosition {
  readonly parent: Node
  readonly next: Node | null
  readonly previous: Node | null
}

/** Where the element, or its outermost removed ancestor, was; undefined if it is still in the document. */
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

/**
 * The element that is focused next: the marked fallback, else the next focusable element, else the previous one, else the enclosing
 * part of the screen.
 */
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

/** Scrolls a focused element out from under a sticky bar. Browsers do not consider sticky bars when they scroll to the focus. */
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

/**
 * Whether a sticky bar covers the element. False for an element or a bar taller than half the window, and for an element in a bar:
 * scrolling would not help.
 */
function isUnderBar(element: HTMLElement): boolean {
  const { left, top, bottom, width, height } = element.getBoundingClientRect()
  if (height * 2 > innerHeight || barAround(element, element.closest(LAYER)) !== null) return false
  return [top + 1, bottom - 1].some((y) => {
    const over = document.elementFromPoint(left + width / 2, y)
    if (over === null || over.contains(element)) return false
    const bar = barAround(over, sharedWith(element, over))
    return bar !== null && bar.clientHeight * 2 <= innerHeight
  })
}

const STICKY_POSITION = /^(sticky|fixed)$/

function barAround(element: Element, end: Element | null): Element | null {
  for (let at: Element | null = element; at !== null && at !== end; at = at.parentElement) {
    if (STICKY_POSITION.test(getComputedStyle(at).position)) return at
  }
  return null
}

function sharedWith(element: HTMLElement, over: Element): Element | null {
  let shared: Element | null = over
  while (shared?.contains(element) === false) shared = shared.parentElement
  return shared
}
