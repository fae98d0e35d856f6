import type { ReactElement } from 'react'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { ComponentText } from '#src/lib/component-locale.ts'
import styles from './size-line.module.css'

interface SizeLineProps {
  /** Null while there is no picture. */
  readonly part: Rect | null
  readonly leastSidePx: number
  /** Of the sentence that says what is wrong with the size. */
  readonly sentenceId: string
  readonly text: ComponentText
}

export function isTooSmall(part: Rect, leastSidePx: number): boolean {
  return Math.min(part.width, part.height) < leastSidePx
}

/** The chosen part's own size, and whether it suffices. */
export function SizeLine({ part, leastSidePx, sentenceId, text }: SizeLineProps): ReactElement {
  const isBad = part !== null && isTooSmall(part, leastSidePx)
  return (
    <p className={styles['line']} data-bad={isBad || undefined}>
      <span className={styles['size']}>{part !== null && text('crop.size', { width: part.width, height: part.height })}</span>
      <output>
        <span id={sentenceId}>{isBad && text('crop.leastSide', { least: leastSidePx })}</span>
      </output>
    </p>
  )
}
