import { onUserScroll } from '#src/browser/user-scroll.ts'
import { watchSight } from '#src/browser/watch-sight.ts'

/** A line across the window. The group that crosses it is the current one. */
const LINE_OPTIONS = { rootMargin: '-40% 0px -60% 0px' }

/**
 * Reports which of the groups is current: the one that the focus has moved to, until the user scrolls. Otherwise it is the one at the
 * line, or the last one when the end of the page is in sight. The returned function ends the reports.
 */
export function followCurrentGroup(groups: readonly Element[], endElement: Element, onCurrent: (group: Element) => void): () => void {
  let groupAtLine = groups[0]
  const groupOf = (node: EventTarget | null) => groups.find((group) => node instanceof Node && group.contains(node))
  // A heading that the address names has the focus already.
  let focusedGroup = groupOf(document.activeElement)
  let isEndInSight = false
  const reportCurrent = () => {
    if (focusedGroup !== undefined && !isInSight(focusedGroup)) focusedGroup = undefined
    const currentGroup = focusedGroup ?? (isEndInSight && scrollY > 0 ? groups.at(-1) : groupAtLine)
    if (currentGroup !== undefined) onCurrent(currentGroup)
  }
  const stops = groups.map((group) =>
    watchSight(
      group,
      ({ isIntersecting }) => {
        if (isIntersecting) groupAtLine = group
        reportCurrent()
      },
      LINE_OPTIONS,
    ),
  )
  const watchEnd = ({ isIntersecting }: IntersectionObserverEntry) => {
    isEndInSight = isIntersecting
    reportCurrent()
  }
  const followFocus = ({ target }: FocusEvent) => {
    const group = groupOf(target)
    // Ignore a focus outside the groups, as on a link to a group: a change of the current group would move the links under the pointer.
    if (group === undefined) return
    focusedGroup = group
    reportCurrent()
  }
  const ignoreFocus = () => {
    focusedGroup = undefined
  }
  if (focusedGroup !== undefined) reportCurrent()
  document.addEventListener('focusin', followFocus)
  stops.push(watchSight(endElement, watchEnd), onUserScroll(ignoreFocus), () => document.removeEventListener('focusin', followFocus))
  return () => {
    for (const stop of stops) stop()
  }
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight && bottom > 0
}
