let holders = 0

/** Keeps the page below from scrolling while something covers all of it; returns how to let go. */
export function holdScroll(): () => void {
  tell(1)
  return () => tell(-1)
}

// An attribute of the root, not a selector that looks for who holds it: that one is looked for anew with every change of the page.
function tell(change: 1 | -1): void {
  holders += change
  document.documentElement.toggleAttribute('data-covered', holders > 0)
}
