import { useSyncExternalStore } from 'react'
import { HOVER_PLAYS_AFTER_MS } from '#shared/domain/gallery-rules.ts'
import { playAlone } from '#src/browser/only-player.ts'

interface MotionDeps {
  readonly later: (run: () => void, ms: number) => () => void
  /** Makes this the only playing video of the page. `stop` is called when another video starts. */
  readonly playAlone: (stop: () => void) => () => void
}

/** Plays the video of one tile. At most one video plays on the page. */
interface TileMotion {
  readonly playing: () => string | null
  readonly onChange: (listener: () => void) => () => void
  /** Called when a pointer or the focus rests on a tile. The tile plays after a delay. */
  rest(key: string): void
  /** Plays a tile at once. */
  play(key: string): void
  stop(): void
  /** Allows or forbids playing. While forbidden, no tile plays. */
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
