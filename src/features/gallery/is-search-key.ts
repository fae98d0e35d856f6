/** `/` pressed where nobody is writing and nothing lies over the screen. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false
  return !(target instanceof Element && target.closest('input:not([type="radio"]), textarea, select, dialog, [contenteditable]') !== null)
}
