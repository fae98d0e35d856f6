import { DIALOG_DEPTH_MAX } from '#shared/domain/shell-rules.ts'

/** Closes a dialog for the sake of a newer one; null for one that may not be closed so. */
export type YieldToDialog = (() => void) | null

const shown = new Map<HTMLDialogElement, YieldToDialog>()

/** Opens a modal dialog over all others. Where that makes too many, one below it gives way. */
export function openModal(dialog: HTMLDialogElement | null, giveWay: YieldToDialog): void {
  if (dialog === null) return
  dialog.addEventListener('close', dropOvertaken, { capture: true })
  hideMarks(dialog)
  // It may stand open in the page as the server sent it.
  dialog.removeAttribute('open')
  dialog.showModal()
  passScroller(dialog)
  shown.delete(dialog)
  shown.set(dialog, giveWay)
  if (shown.size > DIALOG_DEPTH_MAX) whoGivesWay([...shown])?.()
}

/** Closes a modal dialog before its element is gone: taken away open it would give no focus back. Where its opener is gone too, `keepFocus` finds an fallback. */
export function closeModal(dialog: HTMLDialogElement | null): void {
  if (dialog === null) return
  shown.delete(dialog)
  dialog.close()
}

/** Whoever has no key in hand sees no mark around what has the focus, until there is one. */
function hideMarks(dialog: HTMLDialogElement): void {
  const isByKey = document.activeElement?.matches(':focus-visible') === true
  dialog.toggleAttribute('data-pressed', !isByKey)
  if (!isByKey) document.addEventListener('keydown', () => dialog.removeAttribute('data-pressed'), { capture: true, once: true })
}

/** A browser gives the focus to a part that scrolls before what is in it, where the keys of the first field or stage are not heard. */
function passScroller(dialog: HTMLDialogElement): void {
  const { activeElement } = document
  if (activeElement === null || activeElement === dialog || activeElement.hasAttribute('tabindex')) return
  const stops = tabStopsIn(dialog)
  if (!stops.some((stop) => stop === activeElement)) stops[0]?.focus()
}

/** The browser tells of a close a while after it: by then the same dialog may be open again, and nothing has closed. */
function dropOvertaken(event: Event): void {
  const dialog = event.currentTarget as HTMLDialogElement
  if (event.target === dialog && dialog.open) event.stopImmediatePropagation()
}

/** Of dialogs from the lowest to the newest, the nearest below the newest that may close and does not hold it. */
function whoGivesWay(stack: readonly (readonly [Pick<Node, 'contains'>, YieldToDialog])[]): YieldToDialog {
  const newest = stack.at(-1)?.[0] as Node | undefined
  const below = stack.slice(0, -1).toReversed()
  return below.find(([dialog, giveWay]) => giveWay !== null && !dialog.contains(newest ?? null))?.[1] ?? null
}

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
