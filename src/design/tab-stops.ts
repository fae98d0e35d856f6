/** What Tab leads to. */
const STOP =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, video[controls], [tabindex]:not([tabindex="-1"])'

/** What Tab leads to, from this on through all that is in it. */
export function tabStopsIn(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement) || !node.isConnected) return []
  return [...(node.matches(STOP) ? [node] : []), ...node.querySelectorAll<HTMLElement>(STOP)].filter(isVisible)
}

/** Safari knows since 17.4 itself. */
function isVisible(stop: HTMLElement): boolean {
  return stop.checkVisibility?.() ?? stop.getClientRects().length > 0
}
