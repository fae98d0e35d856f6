/** Copies text to the clipboard; false if the browser refuses. */
export async function copyText(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch {
    return copyBySelection(words)
  }
}

/**
 * Copies text without the clipboard API, which is missing or has refused. The text is selected inside an open dialog, because everything
 * outside is inert.
 */
function copyBySelection(words: string): boolean {
  const parent = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1) ?? document.body
  const focusedElement = document.activeElement
  const textArea = parent.appendChild(Object.assign(document.createElement('textarea'), { value: words, readOnly: true }))
  textArea.style.position = 'fixed'
  textArea.style.opacity = '0'
  textArea.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    textArea.remove()
    if (focusedElement instanceof HTMLElement) focusedElement.focus({ preventScroll: true })
  }
}
