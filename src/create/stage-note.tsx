import type { ReactElement } from 'react'
import type { PrepareStage } from '#shared/contract/image-contract.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { Progress } from '#src/design/loading.tsx'
import styles from './stage-note.module.css'

/** The image worker's current step, with a cancel button. */
export function StageNote({ stage, onCancel }: { readonly stage: PrepareStage; readonly onCancel: () => void }): ReactElement {
  const text = useText()
  return (
    <div className={styles['note']}>
      <div className={styles['words']}>
        <p aria-live="polite">{text('create.preparing')}</p>
        <p className={styles['stage']}>{text(`create.stage.${stage}`)}</p>
      </div>
      <Button look="plain" onClick={onCancel}>
        {text('create.cancel')}
      </Button>
      <div className={styles['bar']}>
        <Progress label={text('create.preparing')} />
      </div>
    </div>
  )
}
