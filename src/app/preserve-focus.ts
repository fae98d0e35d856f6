import { tabStopsIn } from '#src/design/open-modal.ts'

/** Selects elements that may receive the focus as the enclosing part of a screen. */
const ENCLOSING_PART = '[tabindex], dialog, main'
/**
 * Selects elements that receive the focus when an element inside them is removed. Focusing the nearest button instead could cause a
 * wrong second press.
 */
const MARKED_FALLBACK = '[data-focus-fallback]'

const LAYER = 'dialog, [popover]'

/**
 * Moves the focus when the focused element is removed or disabled: to a fallback, otherwise to the last focused element in the layer
 * below, otherwise to the main part of the screen. If the user removes the focus, no element is focused.
 */
export function preserveFocus(): () => void {
  /** The element that was last focused in each layer, the newest layer last; the key null is the page itself. */
  const lastFocused = new Map<Element | null, HTMLElement>()
  let focusedElement: HTMLElement | null = null

  const storeFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(LAYER)
    lastFocused.delete(layer)
    lastFocused.set(layer, target)
    focusedElement = target
  }
  const handleRemovals = (records: readonly MutationRecord[]) => {
    let isLost =
      focusedElement !== null && records.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(focusedElement)))
    for (const [layer, element] of lastFocused) {
      if (layer?.isConnected === false) isLost = true
      if (element.isConnected) continue
      const fallback = fallbackOf(element, layer, records)
      if (fallback === null) lastFocused.delete(layer)
      else lastFocused.set(layer, fallback)
    }
    if (!isLost || document.activeElement !== document.body) return
    if (![...lastFocused.values()].toReversed().some(tryFocus)) document.querySelector('main')?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(handleRemovals)
  // Only the complete DOM change shows whether the focused element was removed or only lost the focus.
  const handleFocusLoss = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      handleRemovals(observer.takeRecords())
      if (target !== focusedElement || focusedElement === null || document.activeElement !== document.body) return
      const { parentNode, nextSibling, previousSibling } = focusedElement
      if (parentNode === null || !focusedElement.matches(':disabled')) {
        lastFocused.delete(focusedElement.closest(LAYER))
        focusedElement = null
      } else findFallback({ parent: parentNode, next: nextSibling, previous: previousSibling })?.focus()
    })

  document.addEventListener('focusin', storeFocus)
  document.addEventListener('focusout', handleFocusLoss)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', storeFocus)
    document.removeEventListener('focusout', handleFocusLoss)
    observer.disconnect()
  }
}

/** The element in the same layer that receives the focus after a removed element; null if there is none, or the layer is a popover. */
function fallbackOf(element: HTMLElement, layer: Element | null, records: readonly MutationRecord[]): HTMLElement | null {
  const position = layer?.matches('[popover]') === true ? undefined : removedPositionOf(element, records)
  const fallback = position === undefined ? null : findFallback(position)
  return fallback?.closest(LAYER) === layer ? fallback : null
}

function tryFocus(element: HTMLElement): boolean {
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
function removedPositionOf(element: Element, records: readonly MutationRecord[]): RemovedPosition | undefined {
  let position: RemovedPosition | undefined
  let removedNode: Node = element
  for (const { target, removedNodes, nextSibling, previousSibling } of records) {
    if (![...removedNodes].some((node) => node.contains(removedNode))) continue
    position = { parent: target, next: nextSibling, previous: previousSibling }
    removedNode = target
  }
  return position
}

/**
 * The element that is focused next: the marked fallback, else the next focusable element, else the previous one, else the enclosing
 * part of the screen.
 */
function findFallback({ parent, next, previous }: RemovedPosition): HTMLElement | null {
  const markedFallback = parent instanceof Element ? parent.closest<HTMLElement>(MARKED_FALLBACK) : null
  if (markedFallback !== null) return markedFallback
  for (let node = next; node !== null; node = node.nextSibling) {
    const [firstStop] = tabStopsIn(node)
    if (firstStop !== undefined) return firstStop
  }
  for (let node = previous; node !== null; node = node.previousSibling) {
    const [firstStop] = tabStopsIn(node)
    if (firstStop !== undefined) return firstStop
  }
  return parent instanceof Element ? parent.closest<HTMLElement>(ENCLOSING_PART) : null
}

/** Scrolls a focused element out from under a sticky bar. Browsers do not consider sticky bars when they scroll to the focus. */
export function scrollFocusIntoView(): () => void {
  const uncoverFocused = () => {
    const element = document.activeElement
    if (element instanceof HTMLElement && element.matches(':focus-visible') && isUnderBar(element))
      element.scrollIntoView({ block: 'center' })
  }
  const scheduleUncover = () => requestAnimationFrame(uncoverFocused)
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
    const topElement = document.elementFromPoint(left + width / 2, y)
    if (topElement === null || topElement.contains(element)) return false
    const bar = barAround(topElement, commonAncestor(element, topElement))
    return bar !== null && bar.clientHeight * 2 <= innerHeight
  })
}

const STICKY_POSITION = /^(sticky|fixed)$/

function barAround(element: Element, boundary: Element | null): Element | null {
  for (let ancestor: Element | null = element; ancestor !== null && ancestor !== boundary; ancestor = ancestor.parentElement) {
    if (STICKY_POSITION.test(getComputedStyle(ancestor).position)) return ancestor
  }
  return null
}

function commonAncestor(element: HTMLElement, topElement: Element): Element | null {
  let ancestor: Element | null = topElement
  while (ancestor?.contains(element) === false) ancestor = ancestor.parentElement
  return ancestor
}
