import { BAR_MAXIMUM, BAR_MINIMUM, BAR_TRICKLE_MS, COVER_AFTER_MS, OVERLAY_CLEANUP_MS } from '#shared/domain/shell-rules.ts'

/** Each time the bar creeps on by this share of the rest. */
const TRICKLE_SHARE = 0.08

/** `arrived`: the new screen is drawn, and what covered it fades and is cleared away. */
export interface NavigationState {
  phase: 'idle' | 'loading' | 'arrived'
  /** From 0 to 1. */
  progress: number
  /** The overlay lies over the screen. */
  isCovered: boolean
}

export interface NavigationProgress {
  /** Something has to be waited for; returns how to say that it is there. */
  begin(): () => void
}

/** Writes into `state` how far the way to the next screen is. */
export function createNavigationProgress(state: NavigationState): NavigationProgress {
  let awaited = 0
  let timers: readonly ReturnType<typeof setTimeout>[] = []

  function replaceTimers(...next: readonly ReturnType<typeof setTimeout>[]): void {
    for (const timer of timers) clearTimeout(timer)
    timers = next
  }

  function start(): void {
    Object.assign(state, { phase: 'loading', progress: BAR_MINIMUM, isCovered: false })
    replaceTimers(
      setInterval(() => (state.progress = crept(state.progress)), BAR_TRICKLE_MS),
      setTimeout(() => (state.isCovered = true), COVER_AFTER_MS),
    )
  }

  function arrive(): void {
    Object.assign(state, { phase: 'arrived', progress: 1 })
    replaceTimers(setTimeout(() => Object.assign(state, { phase: 'idle', progress: 0, isCovered: false }), OVERLAY_CLEANUP_MS))
  }

  return {
    begin() {
      awaited += 1
      if (awaited === 1) start()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        awaited -= 1
        if (awaited === 0) arrive()
      }
    },
  }
}

function crept(progress: number): number {
  return Math.min(progress + (1 - progress) * TRICKLE_SHARE, BAR_MAXIMUM)
}
