import { tabStopsIn } from '#src/ui/tab-stops.ts'

/** What begins a part of a screen. */
const PART = '[tabindex], dialog, main'
/** Takes what is lost in it itself: the stop nearby may be one that should not be pressed twice. */
const HEIR = '[data-heir]'

/** Where something stood when it was taken away. */
export interface LeftPlace {
  readonly parent: Node
  readonly next: Node | null
  readonly previous: Node | null
}

/** Where the element stood, or the outermost thing around it that went with it; undefined while it is there. */
export function leftPlace(lost: Element, records: readonly MutationRecord[]): LeftPlace | undefined {
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
export function focusHeir({ parent, next, previous }: LeftPlace): HTMLElement | null {
  const claiming = parent instanceof Element ? parent.closest<HTMLElement>(HEIR) : null
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
