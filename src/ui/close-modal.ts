/**
 * Closes a modal dialog before its element is gone: taken away open it would give no focus back. Where what opened it is gone too, the
 * screen's main part gets the focus, unless somebody else has claimed it by then.
 */
export function closeModal(dialog: HTMLDialogElement | null): void {
  dialog?.close()
  queueMicrotask(() => {
    if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true })
  })
}
