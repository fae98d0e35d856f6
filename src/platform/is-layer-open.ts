/** Whether a dialog or menu is open, which Escape closes first. The toast list does not count. */
export function isLayerOpen(): boolean {
  return document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null
}
