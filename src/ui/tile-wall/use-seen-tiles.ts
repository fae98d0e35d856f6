import type { TilePlace } from './lay-out-tiles.ts'
import { useLayoutEffect, useState } from 'react'
import { tilesBetween } from './lay-out-tiles.ts'

/** How much of a window's height above and below is drawn too. */
const OVERSCAN_WINDOWS = 0.4

/** The tiles that are in sight or nearly, told anew only when they change. */
export function useSeenTiles(places: readonly TilePlace[], top: number): readonly number[] {
  const [seen, setSeen] = useState<readonly number[]>([])
  useLayoutEffect(() => {
    const look = () => {
      const margin = innerHeight * OVERSCAN_WINDOWS
      const from = scrollY - top
      const next = tilesBetween(places, from - margin, from + innerHeight + margin)
      setSeen((before) => (isSame(before, next) ? before : next))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [places, top])
  return seen
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, at) => index === other[at])
}
