import { useSyncExternalStore } from 'react'
import { HOVER_PLAYS_AFTER_MS } from '#shared/domain/gallery-rules.ts'
import { playAlone } from '#src/platform/only-player.ts'

interface MotionDeps {
  /** Runs later; gives how to call it off. */
  readonly later: (run: () => void, ms: number) => () => void
  /** Claims to be the one thing of the page that plays. */
  readonly playAlone: (stop: () => void) => () => void
}

/** Which tile's video plays: one at most, also beside everything else that plays. */
interface TileMotion {
  readonly playing: () => string | null
  readonly onChange: (listener: () => void) => () => void
  /** A pointer rests on a tile, or the focus does: it plays when that stays so. */
  rest(key: string): void
  /** It plays at once. */
  play(key: string): void
  stop(): void
  /** While it may not, nothing plays. */
  allow(isAllowed: boolean): void
}

export function createTileMotion({ later, playAlone }: MotionDeps): TileMotion {
  const listeners = new Set<() => void>()
  let isAllowed = true
  let playing: string | null = null
  let wanted: string | null = null
  let callOff: (() => void) | undefined
  let release: (() => void) | undefined

  function show(key: string | null): void {
    if (playing === key) return
    playing = key
    for (const listener of listeners) listener()
  }

  function stop(): void {
    callOff?.()
    wanted = null
    release?.()
    release = undefined
    show(null)
  }

  function play(key: string): void {
    if (!isAllowed || playing === key) return
    callOff?.()
    wanted = key
    release ??= playAlone(stop)
    show(key)
  }

  return {
    playing: () => playing,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    rest(key) {
      if (!isAllowed || wanted === key) return
      stop()
      wanted = key
      callOff = later(() => play(key), HOVER_PLAYS_AFTER_MS)
    },
    play,
    stop,
    allow(next) {
      isAllowed = next
      if (!next) stop()
    },
  }
}

/** The one of this page. */
export const tileMotion = createTileMotion({
  playAlone,
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})

export function useIsPlaying(key: string): boolean {
  const isPlaying = () => tileMotion.playing() === key
  return useSyncExternalStore(tileMotion.onChange, isPlaying, isPlaying)
}
