import { DIALOG_DEPTH_MAX } from '#shared/domain/shell-rules.ts'

/** Closes a dialog when a newer one opens and too many are open; null if the dialog must stay open. */
export type CloseForDialog = (() => void) | null

const openDialogs = new Map<HTMLDialogElement, CloseForDialog>()

/** Opens a modal dialog above all others. If too many dialogs are open, a dialog below it is closed. */
export function openModal(dialog: HTMLDialogElement | null, closeForDialog: CloseForDialog): void {
  if (dialog === null) return
  dialog.addEventListener('close', ignoreLateClose, { capture: true })
  hideFocusRing(dialog)
  // In prerendered HTML the dialog is already open, but not modal. Its opening animation must not run again.
  dialog.toggleAttribute('data-was-open', dialog.open)
  dialog.removeAttribute('open')
  dialog.showModal()
  focusFirstControl(dialog)
  openDialogs.delete(dialog)
  openDialogs.set(dialog, closeForDialog)
  if (openDialogs.size > DIALOG_DEPTH_MAX) dialogToClose([...openDialogs])?.()
}

/**
 * Closes a modal dialog before its element is removed, because removing an open one does not restore focus. If its opener is removed too, a
 * fallback gets the focus.
 */
export function closeModal(dialog: HTMLDialogElement | null): void {
  if (dialog === null) return
  openDialogs.delete(dialog)
  dialog.close()
}

/** If the dialog was opened by pointer, hides its focus ring until the first key is pressed. */
function hideFocusRing(dialog: HTMLDialogElement): void {
  const isOpenedByKey = document.activeElement?.matches(':focus-visible') === true
  dialog.toggleAttribute('data-pressed', !isOpenedByKey)
  if (!isOpenedByKey) document.addEventListener('keydown', () => dialog.removeAttribute('data-pressed'), { capture: true, once: true })
}

/**
 * Moves the focus from a scroll container in the dialog to the dialog's first control. Browsers focus the scroll container first, so the
 * control would not receive the user's keys.
 */
function focusFirstControl(dialog: HTMLDialogElement): void {
  const { activeElement } = document
  if (activeElement === null || activeElement === dialog || activeElement.hasAttribute('tabindex')) return
  const tabStops = tabStopsIn(dialog)
  if (!tabStops.some((tabStop) => tabStop === activeElement)) tabStops[0]?.focus()
}

/** Ignores a late close event: it is asynchronous, and the same dialog may be open again by then. */
function ignoreLateClose(event: Event): void {
  const dialog = event.currentTarget as HTMLDialogElement
  if (event.target === dialog && dialog.open) event.stopImmediatePropagation()
}

/** Returns the close function of the highest dialog below the newest that may be closed and does not contain the newest. */
function dialogToClose(stack: readonly (readonly [Pick<Node, 'contains'>, CloseForDialog])[]): CloseForDialog {
  const newest = stack.at(-1)?.[0] as Node | undefined
  const dialogsBelow = stack.slice(0, -1).toReversed()
  return dialogsBelow.find(([dialog, closeForDialog]) => closeForDialog !== null && !dialog.contains(newest ?? null))?.[1] ?? null
}

/** Selects the elements that the Tab key reaches. */
const TAB_STOP =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, video[controls], [tabindex]:not([tabindex="-1"])'

/** The tab stops in an element, including the element itself. */
export function tabStopsIn(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement) || !node.isConnected) return []
  return [...(node.matches(TAB_STOP) ? [node] : []), ...node.querySelectorAll<HTMLElement>(TAB_STOP)].filter(isVisible)
}

/** Safari before 17.4 has no `checkVisibility`. */
function isVisible(tabStop: HTMLElement): boolean {
  return tabStop.checkVisibility?.() ?? tabStop.getClientRects().length > 0
}

let coverCount = 0

/** Prevents the page from scrolling while a full-screen layer is open. The returned function ends this. */
export function holdScroll(): () => void {
  countCovers(1)
  return () => countCovers(-1)
}

// The state is an attribute of the root element: browsers would evaluate a `:has()` selector again with every change of the page.
function countCovers(change: 1 | -1): void {
  coverCount += change
  document.documentElement.toggleAttribute('data-covered', coverCount > 0)
}

export function isPageCovered(): boolean {
  return coverCount > 0
}

/** Whether a dialog or menu is open, which Escape closes first. The toast list does not count. */
export function isLayerOpen(): boolean {
  return document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null
}
