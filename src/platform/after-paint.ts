/** Where no frame comes, as in a tab that nobody sees, this is waited for instead. */
const NO_FRAME_MS = 100

/** Calls back once what is on the screen by now has been painted. */
export function afterPaint(callback: () => void): void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(noFrame)
    setTimeout(callback)
  })
  const noFrame = setTimeout(() => {
    cancelAnimationFrame(frame)
    callback()
  }, NO_FRAME_MS)
}

/** Lets the page answer before the work goes on. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
