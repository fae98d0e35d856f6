import { RESIZE_DEBOUNCE_MS } from '#shared/domain/shell-rules.ts'

/**
 * Calls `onResized` when a resize of the window is finished. The returned function unsubscribes. Rule: docs/platform.md, "Layouts".
 */
export function followResize(onResized: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(onResized, RESIZE_DEBOUNCE_MS)
  }
  addEventListener('resize', restartTimer)
  return () => {
    clearTimeout(timer)
    removeEventListener('resize', restartTimer)
  }
}
