let count = 0

/** How often the browser has led from one entry of the history to another. Steps inside a viewer are its own and count nothing. */
export function browserSteps(): number {
  return count
}

/** Counts each step before anybody else hears of it. */
export function followBrowserSteps(): () => void {
  const step = () => {
    count += 1
  }
  addEventListener('popstate', step, { capture: true })
  return () => removeEventListener('popstate', step, { capture: true })
}
