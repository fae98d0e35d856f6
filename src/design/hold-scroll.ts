let holders = 0

/** Prevents the page from scrolling under a full layer; returns a function that releases it. */
export function holdScroll(): () => void {
  tell(1)
  return () => tell(-1)
}

// An attribute of the root instead of a `:has()` selector, which is evaluated again with every change of the page.
function tell(change: 1 | -1): void {
  holders += change
  document.documentElement.toggleAttribute('data-covered', holders > 0)
}
