import type { PointerEvent, ReactElement } from 'react'
import { useText } from '#src/platform/i18n.ts'
import styles from './compare-slider.module.css'

interface CompareSliderProps {
  readonly source: string
  /** The part of the width that shows the source, from the left, in percent. */
  readonly cut: number
  readonly onCut: (cut: number) => void
}

/** The source over the video, up to a line that follows the pointer and the controls below. */
export function CompareSlider({ source, cut, onCut }: CompareSliderProps): ReactElement {
  const text = useText()
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onCut(Math.max(0, Math.min(100, Math.round(((clientX - left) / width) * 100))))
  }
  return (
    <div
      className={styles['compare']}
      data-drags
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
    >
      <img
        className={styles['source']}
        src={source}
        alt={text('viewer.sourceAlt')}
        draggable={false}
        style={{ clipPath: `inset(0 ${100 - cut}% 0 0)` }}
      />
      <span className={styles['line']} style={{ left: `${cut}%` }} aria-hidden="true" />
      <span className={styles['name']} data-side="left" data-covered={cut < 20 || undefined}>
        {text('viewer.source')}
      </span>
      <span className={styles['name']} data-side="right" data-covered={cut > 80 || undefined}>
        {text('viewer.video')}
      </span>
    </div>
  )
}
