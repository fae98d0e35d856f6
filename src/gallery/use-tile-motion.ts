import { useEffect } from 'react'
import { isLayerOpen } from '#src/design/open-modal.ts'
import { useMotionAllowed } from '#src/browser/reduced-motion.ts'
import { tileMotion } from './tile-motion.ts'

/** The list counts as at rest when no scroll event has been fired for this long, in ms. */
const AT_REST_AFTER_MS = 150
const HOVER_QUERY = '(hover: hover) and (pointer: fine)'

/**
 * Plays the video of one tile in an area: with a mouse or the keyboard, the hovered or focused tile; by touch, the tile in the
 * centre.
 */
export function useTileMotion(container: React.RefObject<HTMLElement | null>): void {
  const isAllowed = useMotionAllowed()
  useEffect(() => {
    tileMotion.allow(isAllowed)
    const element = container.current
    if (element === null || !isAllowed) return
    const stops = [followFocus(element), matchMedia(HOVER_QUERY).matches ? followMouse(element) : followCentre(element), stopWhenHidden()]
    return () => {
      for (const stop of stops) stop()
      tileMotion.stop()
    }
  }, [container, isAllowed])
}

function followMouse(element: HTMLElement): () => void {
  return listen(element, {
    pointerover: ({ target }) => playTileAt(target),
    // Also on pointermove: when a layer opens and closes above a resting pointer, no pointerover event is fired.
    pointermove: ({ target }) => playTileAt(target),
    pointerleave: () => tileMotion.stop(),
  })
}

/**
 * Plays the focused tile. It stops only the video that it has started: a tap also moves the focus, and must not stop the tile in
 * the centre.
 */
function followFocus(element: HTMLElement): () => void {
  let hasStartedTile = false
  return listen(element, {
    focusin({ target }) {
      hasStartedTile = target instanceof Element && target.matches(':focus-visible')
      if (hasStartedTile) playTileAt(target)
    },
    focusout() {
      if (hasStartedTile) tileMotion.stop()
      hasStartedTile = false
    },
  })
}

function followCentre(element: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const playCentreTile = () => {
    // When a layer covers the page, Firefox fires a scroll event. The layer's own video must not be stopped.
    if (isLayerOpen()) return
    const key = keyAtCentre(element, innerWidth, innerHeight)
    if (key !== null) tileMotion.play(key)
    else if (containsPlayingTile(element)) tileMotion.stop()
  }
  const checkAfterRest = () => {
    clearTimeout(timer)
    timer = setTimeout(playCentreTile, AT_REST_AFTER_MS)
  }
  checkAfterRest()
  addEventListener('scroll', checkAfterRest, { passive: true })
  const coverObserver = new MutationObserver(checkAfterRest)
  coverObserver.observe(document.documentElement, { attributeFilter: ['data-covered'] })
  return () => {
    clearTimeout(timer)
    coverObserver.disconnect()
    removeEventListener('scroll', checkAfterRest)
  }
}

/** Whether the playing tile is in this area. It may be in another area of the screen. */
function containsPlayingTile(element: HTMLElement): boolean {
  const key = tileMotion.playingKey()
  return key !== null && element.querySelector(`[data-video="${CSS.escape(key)}"]`) !== null
}

function stopWhenHidden(): () => void {
  return listen(document, {
    visibilitychange() {
      if (document.visibilityState === 'hidden') tileMotion.stop()
    },
  })
}

function playTileAt(target: EventTarget | null): void {
  const key = target instanceof Element ? target.closest<HTMLElement>('[data-video]')?.dataset['video'] : undefined
  if (key === undefined) tileMotion.stop()
  else tileMotion.playAfterDelay(key)
}

function listen(target: EventTarget, listeners: Readonly<Record<string, (event: Event) => void>>): () => void {
  for (const [name, listener] of Object.entries(listeners)) target.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) target.removeEventListener(name, listener)
  }
}

/** The key of the tile with a video that is nearest to the window's centre; null if no such tile is visible. */
function keyAtCentre(container: ParentNode, width: number, height: number): string | null {
  let nearest: { readonly key: string; readonly distance: number } | null = null
  for (const tile of container.querySelectorAll<HTMLElement>('[data-video]')) {
    const box = tile.getBoundingClientRect()
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    const distance = Math.hypot(x - width / 2, y - height / 2)
    const isInSight = y > 0 && y < height && x > 0 && x < width
    if (isInSight && (nearest === null || distance < nearest.distance)) nearest = { key: tile.dataset['video'] ?? '', distance }
  }
  return nearest?.key ?? null
}
