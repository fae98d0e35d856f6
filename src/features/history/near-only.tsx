import type { ReactElement, ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { watchSight } from '#src/lib/watch-sight.ts'
import styles from './near-only.module.css'

/** How far outside the window its parts are drawn already, in px. */
const NEAR_PX = 1200
/** Until one has been measured, per item in px. */
const FIRST_GUESS_PX = 120

let pxPerItem = FIRST_GUESS_PX

interface NearOnlyProps {
  /** How many items stand in it; its room is guessed by them until it has been drawn. */
  readonly count: number
  /** It holds what somebody looks for, so it is drawn wherever it is. */
  readonly isWanted: boolean
  readonly children: ReactNode
}

/** Draws a part of a long list only near the window, and keeps its room while it is away. What has the focus stays. */
export function NearOnly({ count, isWanted, children }: NearOnlyProps): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const [heightPx, setHeightPx] = useState(() => count * pxPerItem)
  const [isNear, setNear] = useState(false)
  const isDrawn = isNear || isWanted
  useLayoutEffect(() => {
    const { current } = place
    if (current === null) return
    const { top, bottom } = current.getBoundingClientRect()
    if (bottom > -NEAR_PX && top < innerHeight + NEAR_PX) setNear(true)
    const look = ({ isIntersecting }: IntersectionObserverEntry) => {
      const staysDrawn = isIntersecting || current.contains(document.activeElement)
      if (!staysDrawn && current.childElementCount > 0) {
        setHeightPx(current.offsetHeight)
        pxPerItem = current.offsetHeight / count
      }
      setNear(staysDrawn)
    }
    return watchSight(current, look, { rootMargin: `${NEAR_PX}px 0px` })
  }, [count])
  return (
    <div ref={place} className={styles['place']} style={isDrawn ? undefined : { height: heightPx }}>
      {isDrawn && children}
    </div>
  )
}
