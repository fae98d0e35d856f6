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
  /** Why the picture can't be cropped; null while it is loading. */
  readonly problem: AppErrorCode | null
  readonly text: ComponentText
}

/** Focuses the note, because the button that had the focus no longer exists. */
const focusNote = (note: HTMLElement | null) => note?.focus()

/** Shown in the crop dialog instead of the picture: a loading text, or the reason for a failure. */
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
  /** Why there is no picture to crop, in the language of the app. */
  readonly sentence: string
  readonly closeLabel: string
  readonly onClose: () => void
}

/** An alert that says why there is no picture to crop. */
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
  /** The chosen part of the picture; null without a picture. */
  readonly part: Rect | null
  readonly leastSidePx: number
  /** The id of the element that explains the required size. */
  readonly sentenceId: string
  readonly text: ComponentText
}

export function isTooSmall(part: Rect, leastSidePx: number): boolean {
  return Math.min(part.width, part.height) < leastSidePx
}

/** The size of the chosen part, and whether it is large enough. */
export function SizeLine({ part, leastSidePx, sentenceId, text }: SizeLineProps) {
  const isPartTooSmall = part !== null && isTooSmall(part, leastSidePx)
  return (
    <p className={styles['line']} data-bad={isPartTooSmall || undefined}>
      <span className={styles['size']}>{part !== null && text('crop.size', { width: part.width, height: part.height })}</span>
      <output>
        <span id={sentenceId}>{isPartTooSmall && text('crop.leastSide', { least: leastSidePx })}</span>
      </output>
    </p>
  )
}
