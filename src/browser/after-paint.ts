/** The limit in ms for tabs that render no frames, for example hidden ones. */
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

/** Yields to the event loop, so that the page can handle input. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
