import { useEffect } from 'react'

/** How long an item stays on the stage while its video plays, in ms. */
export const TURN_MS = 9000

interface Turns {
  readonly index: number
  readonly count: number
  readonly isRunning: boolean
  readonly onTurn: (index: number) => void
}

/** Advances to the next of `count` items when the current one has played long enough. */
export function useTurns({ index, count, isRunning, onTurn }: Turns): void {
  useEffect(() => {
    if (!isRunning || count < 2) return
    const timer = setTimeout(() => onTurn((index + 1) % count), TURN_MS)
    return () => clearTimeout(timer)
  }, [isRunning, count, index, onTurn])
}
