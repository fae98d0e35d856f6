import type { ReactElement } from 'react'
import type { Rect } from '#shared/domain/media-limits.ts'
import { MAX_RATIO, MIN_RATIO } from '#shared/domain/media-limits.ts'
import { useText } from '#src/lib/i18n.ts'
import styles from './cut-sketch.module.css'

interface CutSketchProps {
  readonly cut: Rect
  readonly width: number
  readonly height: number
}

/** The whole picture as an outline with the part that is kept, and how much that is. */
export function CutSketch({ cut, width, height }: CutSketchProps): ReactElement {
  const text = useText()
  const lost = Math.round((1 - (cut.width * cut.height) / (width * height)) * 100)
  return (
    <div className={styles['cut']}>
      <svg className={styles['sketch']} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <rect className={styles['whole']} width={width} height={height} />
        <rect className={styles['kept']} x={cut.x} y={cut.y} width={cut.width} height={cut.height} />
      </svg>
      <p>{text('create.cut', { lost, min: MIN_RATIO, max: MAX_RATIO })}</p>
    </div>
  )
}
