/** Whether a dialog or a menu lies over the page, which Escape closes first. The list of toasts is none. */
export function isLayerOpen(): boolean {
  return document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null
}
