import { useSyncExternalStore } from 'react'
import { HOVER_PLAYS_AFTER_MS } from '#shared/domain/gallery-rules.ts'
import { playAlone } from '#src/browser/only-player.ts'

interface MotionDeps {
  readonly setTimer: (run: () => void, ms: number) => () => void
  /** Makes the tile's video the only one that plays. `stop` is called when another video starts; the returned function reports the end. */
  readonly playAlone: (stop: () => void) => () => void
}

/** Plays the video of one tile. At most one video plays on the page. */
interface TileMotion {
  readonly playingKey: () => string | null
  readonly onChange: (listener: () => void) => () => void
  /** Called when a pointer or the focus is on a tile. The tile plays after a delay. */
  playAfterDelay(key: string): void
  /** Plays a tile at once. */
  play(key: string): void
  stop(): void
  /** Allows or forbids playing. While forbidden, no tile plays. */
  allow(isAllowed: boolean): void
}

export function createTileMotion({ setTimer, playAlone }: MotionDeps): TileMotion {
  const listeners = new Set<() => void>()
  let isAllowed = true
  let playingKey: string | null = null
  let wantedKey: string | null = null
  let cancelDelay: (() => void) | undefined
  let release: (() => void) | undefined

  function setPlaying(key: string | null): void {
    if (playingKey === key) return
    playingKey = key
    for (const listener of listeners) listener()
  }

  function stop(): void {
    cancelDelay?.()
    wantedKey = null
    release?.()
    release = undefined
    setPlaying(null)
  }

  function play(key: string): void {
    if (!isAllowed || playingKey === key) return
    cancelDelay?.()
    wantedKey = key
    release ??= playAlone(stop)
    setPlaying(key)
  }

  return {
    playingKey: () => playingKey,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    playAfterDelay(key) {
      if (!isAllowed || wantedKey === key) return
      stop()
      wantedKey = key
      cancelDelay = setTimer(() => play(key), HOVER_PLAYS_AFTER_MS)
    },
    play,
    stop,
    allow(isNowAllowed) {
      isAllowed = isNowAllowed
      if (!isNowAllowed) stop()
    },
  }
}

export const tileMotion = createTileMotion({
  playAlone,
  setTimer(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})

export function useIsPlaying(key: string): boolean {
  const isPlaying = () => tileMotion.playingKey() === key
  return useSyncExternalStore(tileMotion.onChange, isPlaying, isPlaying)
}
