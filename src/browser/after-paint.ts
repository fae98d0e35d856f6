/** The longest wait for a paint, in ms. Browsers do not paint hidden tabs. */
const NO_FRAME_MS = 100

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

/** Resolves in a new task, so that the page can handle input before it. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
