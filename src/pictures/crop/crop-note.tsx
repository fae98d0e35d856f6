import { useState } from 'react'
import type { AppErrorCode } from '#shared/result.ts'
import type { ComponentText } from '#src/i18n/component-locale.ts'
import { errorText } from '#src/i18n/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { IconButton } from '#src/design/button.tsx'
import type { Rect } from '#shared/domain/media-limits.ts'
import styles from './crop-note.module.css'

interface CropNoteProps {
  /** Null while it loads. */
  readonly problem: AppErrorCode | null
  readonly text: ComponentText
}

/** The alert's button no longer exists, so the focus would be lost. */
const focusNote = (note: HTMLElement | null) => note?.focus()

/** Replaces the picture in the crop dialog: a loading text, or the reason for a failure. */
export function CropNote({ problem, text }: CropNoteProps) {
  const [isAcknowledged, setAcknowledged] = useState(false)
  if (problem === null) {
    return (
      <div className={styles['note']}>
        <LoadingNote text={text('crop.loading')} />
      </div>
    )
  }
  if (isAcknowledged) {
    return (
      <p ref={focusNote} tabIndex={-1} className={styles['note']}>
        <Icon name="image" size="l" />
        {text('crop.failed')}
      </p>
    )
  }
  return (
    <div className={styles['note']}>
      <LoadAlert
        title={text('crop.failed')}
        sentence={errorText(problem)}
        closeLabel={text('crop.closeAlert')}
        onClose={() => setAcknowledged(true)}
      />
    </div>
  )
}

interface LoadAlertProps {
  readonly title: string
  /** In the language of the app. */
  readonly sentence: string
  readonly closeLabel: string
  readonly onClose: () => void
}

/** Why there is no picture to crop. */
function LoadAlert({ title, sentence, closeLabel, onClose }: LoadAlertProps) {
  return (
    <div className={styles['alert']} role="alert">
      <Icon name="alert" />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        <p lang="en" dir="ltr">
          {sentence}
        </p>
      </div>
      <IconButton icon="close" label={closeLabel} onClick={onClose} />
    </div>
  )
}

interface SizeLineProps {
  /** Null without a picture. */
  readonly part: Rect | null
  readonly leastSidePx: number
  /** The id of the text about the size. */
  readonly sentenceId: string
  readonly text: ComponentText
}

export function isTooSmall(part: Rect, leastSidePx: number): boolean {
  return Math.min(part.width, part.height) < leastSidePx
}

/** The chosen part's size, and whether it suffices. */
export function SizeLine({ part, leastSidePx, sentenceId, text }: SizeLineProps) {
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
