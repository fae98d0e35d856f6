import { tabStopsIn } from '#src/design/open-modal.ts'

/** What begins a part of a screen. */
const PART = '[tabindex], dialog, main'
/** Takes what is lost in it itself: the stop nearby may be one that should not be pressed twice. */
const FALLBACK = '[data-focus-fallback]'

const LAYER = 'dialog, [popover]'

/**
 * Hands on a focus whose element leaves the page or is disabled: to its fallback, or to where it was in the layer below. A focus that was
 * given up stays nowhere.
 */
export function keepFocus(): () => void {
  /** What had the focus last in each layer, the latest layer last; the page itself is null. */
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
    if (![...lastIn.values()].toReversed().some(takesFocus)) document.querySelector('main')?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(follow)
  // Whether it was taken away or given up shows when the change that it is part of is whole.
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

/** A list on the page or in a dialog has heirs; a menu or a note that goes does not. */
function fallbackOf(element: HTMLElement, layer: Element | null, records: readonly MutationRecord[]): HTMLElement | null {
  const place = layer?.matches('[popover]') === true ? undefined : leftPlace(element, records)
  const fallback = place === undefined ? null : focusFallback(place)
  return fallback?.closest(LAYER) === layer ? fallback : null
}

function takesFocus(element: HTMLElement): boolean {
  element.focus()
  return document.activeElement === element
}

/** Where something stood when it was taken away. */
interface LeftPlace {
  readonly parent: Node
  readonly next: Node | null
  readonly previous: Node | null
}

/** Where the element stood, or the outermost thing around it that went with it; undefined while it is there. */
function leftPlace(lost: Element, records: readonly MutationRecord[]): LeftPlace | undefined {
  let place: LeftPlace | undefined
  let inside: Node = lost
  for (const { target, removedNodes, nextSibling, previousSibling } of records) {
    if (![...removedNodes].some((node) => node.contains(inside))) continue
    place = { parent: target, next: nextSibling, previous: previousSibling }
    inside = target
  }
  return place
}

/** Who goes on from there: the place that claims it, else the first stop behind it, else the last one before it, else the part of the screen it stood in. */
function focusFallback({ parent, next, previous }: LeftPlace): HTMLElement | null {
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
