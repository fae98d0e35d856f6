import { RESIZE_DEBOUNCE_MS } from '#shared/domain/shell-rules.ts'

/**
 * Calls `onRest` when a resize of the window is finished. The returned function unsubscribes. Rule: docs/platform.md, "Layouts".
 */
export function followResize(onRest: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(onRest, RESIZE_DEBOUNCE_MS)
  }
  addEventListener('resize', wait)
  return () => {
    clearTimeout(timer)
    removeEventListener('resize', wait)
  }
}
