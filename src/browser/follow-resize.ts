import { RESIZE_DEBOUNCE_MS } from '#shared/domain/shell-rules.ts'

/** Calls back once the window's size is stable after a resize; returns a function that stops it. Rule: docs/platform.md, "Layouts". */
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
