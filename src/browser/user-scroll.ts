/** Input events that count as scrolling by the user. A press counts: it may be on the scroll bar, or on a link within the page. */
const USER_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Calls the listener when the user scrolls the window or may do so: by wheel, touch, key or press. Returns a function that unsubscribes. */
export function onUserScroll(listener: () => void): () => void {
  const abortController = new AbortController()
  for (const name of USER_EVENTS) addEventListener(name, listener, { passive: true, signal: abortController.signal })
  return () => abortController.abort()
}
