import { useLayoutEffect, useRef, useState } from 'react'
import { type TileBox, tilesBetween } from './tile-layout.ts'

/** The share of the viewport's height above and below that is rendered too. */
const OVERSCAN_WINDOWS = 0.4

/** The largest number of tiles rendered at once; the rest follows in the next frames, so that no frame is long. */
const MOST_NEW_TILES = 6
/** A little more than a frame, in ms. */
const NEXT_FRAME_MS = 20

/** The tiles in or near the viewport; a new array only when they change. */
export function useSeenTiles(places: readonly TileBox[], top: number): readonly number[] {
  const [seen, setSeen] = useState<readonly number[]>([])
  const drawn = useRef(seen)
  useLayoutEffect(() => {
    let following: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(following)
      const margin = innerHeight * OVERSCAN_WINDOWS
      const from = scrollY - top
      const wanted = tilesBetween(places, from - margin, from + innerHeight + margin)
      const middle = from + innerHeight / 2
      const awayFrom = (index: number) => Math.abs((places[index]?.start ?? 0) - middle)
      const next = drawSome(drawn.current, wanted, MOST_NEW_TILES, awayFrom)
      if (next.length < wanted.length) following = setTimeout(look, NEXT_FRAME_MS)
      if (isSame(drawn.current, next)) return
      drawn.current = next
      setSeen(next)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      clearTimeout(following)
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [places, top])
  return seen
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, at) => index === other[at])
}

/** The tiles to render next: wanted ones that are already rendered, and a limited number of others, nearest first. */
export function drawSome(
  drawn: readonly number[],
  wanted: readonly number[],
  most: number,
  awayFrom: (index: number) => number,
): readonly number[] {
  const known = new Set(drawn)
  const fresh = wanted.filter((index) => !known.has(index))
  if (fresh.length <= most) return wanted
  const next = new Set([...fresh].sort((a, b) => awayFrom(a) - awayFrom(b)).slice(0, most))
  return wanted.filter((index) => known.has(index) || next.has(index))
}
