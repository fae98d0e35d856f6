import type { ReactElement } from 'react'
import type { ComponentText } from '#src/lib/component-locale.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './crop-footer.module.css'

interface CropFooterProps {
  readonly text: ComponentText
  readonly isReady: boolean
  readonly canReset: boolean
  readonly canConfirm: boolean
  /** Of the sentence that says why it can't be confirmed. */
  readonly sentenceId: string
  readonly onReset: () => void
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

export function CropFooter({
  text,
  isReady,
  canReset,
  canConfirm,
  sentenceId,
  onReset,
  onCancel,
  onConfirm,
}: CropFooterProps): ReactElement {
  return (
    <div className={styles['row']}>
      <Button look="plain" disabled={!isReady} aria-disabled={!canReset || undefined} onClick={onReset}>
        {text('crop.reset')}
      </Button>
      <span className={styles['gap']} />
      <Button onClick={onCancel}>{text('crop.cancel')}</Button>
      <Button look="primary" disabled={!canConfirm} aria-describedby={sentenceId} onClick={onConfirm}>
        {text('crop.confirm')}
      </Button>
    </div>
  )
}
