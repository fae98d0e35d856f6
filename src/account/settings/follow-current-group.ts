import { onUserScroll } from '#src/browser/user-scroll.ts'
import { watchSight } from '#src/browser/watch-sight.ts'

/** A line across the window. The group that crosses it is the current one. */
const LINE = { rootMargin: '-40% 0px -60% 0px' }

/**
 * Reports which of the groups is current: the one that the focus has moved to, until the user scrolls. Otherwise it is the one at the
 * line, or the last one when the end of the page is in sight. Returns a function that ends that.
 */
export function followCurrentGroup(groups: readonly Element[], end: Element, onCurrent: (group: Element) => void): () => void {
  let atLine = groups[0]
  const groupOf = (node: EventTarget | null) => groups.find((group) => node instanceof Node && group.contains(node))
  // A heading that the address names has the focus already.
  let focused = groupOf(document.activeElement)
  let isEndInSight = false
  const report = () => {
    if (focused !== undefined && !isInSight(focused)) focused = undefined
    const current = focused ?? (isEndInSight && scrollY > 0 ? groups.at(-1) : atLine)
    if (current !== undefined) onCurrent(current)
  }
  const stops = groups.map((group) =>
    watchSight(
      group,
      ({ isIntersecting }) => {
        if (isIntersecting) atLine = group
        report()
      },
      LINE,
    ),
  )
  const watchEnd = ({ isIntersecting }: IntersectionObserverEntry) => {
    isEndInSight = isIntersecting
    report()
  }
  const follow = ({ target }: FocusEvent) => {
    const group = groupOf(target)
    // A press on a link focuses the link first. A change of the current group would move the links under the pointer.
    if (group === undefined) return
    focused = group
    report()
  }
  const ignoreFocus = () => {
    focused = undefined
  }
  if (focused !== undefined) report()
  document.addEventListener('focusin', follow)
  stops.push(watchSight(end, watchEnd), onUserScroll(ignoreFocus), () => document.removeEventListener('focusin', follow))
  return () => {
    for (const stop of stops) stop()
  }
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight && bottom > 0
}
