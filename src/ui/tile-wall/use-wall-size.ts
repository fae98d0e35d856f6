import type { RefObject } from 'react'
import type { WallSize } from './lay-out-tiles.ts'
import { useLayoutEffect, useState } from 'react'

const UNKNOWN: WallSize = { lanes: 0, tileWidth: 0, gap: 0, foot: 0, top: 0 }

/** Follows a wall's width, the reader's text size and what stands above it. `probe` is as wide as a tile should be and as high as a foot. */
export function useWallSize(wall: RefObject<HTMLElement | null>, probe: RefObject<HTMLElement | null>): WallSize {
  const [size, setSize] = useState(UNKNOWN)
  useLayoutEffect(() => {
    const look = () => {
      if (wall.current === null || probe.current === null) return
      const next = measure(wall.current, probe.current)
      setSize((before) => (isSame(before, next) ? before : next))
    }
    look()
    const observer = new ResizeObserver(look)
    for (const element of [wall.current, probe.current, document.body]) if (element !== null) observer.observe(element)
    return () => observer.disconnect()
  }, [wall, probe])
  return size
}

function measure(wall: HTMLElement, probe: HTMLElement): WallSize {
  const { width, top } = wall.getBoundingClientRect()
  const wanted = probe.getBoundingClientRect()
  const gap = Number.parseFloat(getComputedStyle(wall).columnGap) || 0
  const lanes = Math.max(1, Math.round((width + gap) / (wanted.width + gap)))
  return { lanes, gap, tileWidth: (width - gap * (lanes - 1)) / lanes, foot: Math.round(wanted.height), top: Math.round(top + scrollY) }
}

function isSame(one: WallSize, other: WallSize): boolean {
  return (Object.keys(one) as (keyof WallSize)[]).every((key) => one[key] === other[key])
}
