import type { ReactElement } from 'react'
import { errorText } from '#src/lib/error-text.ts'
import { formatBytes } from '#src/lib/format.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Button } from '#src/ui/button.tsx'
import { FileButton } from '#src/ui/file-button.tsx'
import { stopPreparing, takePicture } from './create-actions.ts'
import { createState } from './create-state.ts'
import { PictureReady } from './picture-ready.tsx'
import styles from './picture-slot.module.css'

/** Where the picture goes: how to bring one, how far its preparation is, why it was refused, or the picture itself. */
export function PictureSlot(): ReactElement {
  const { picture } = useSnapshot(createState)
  const text = useText()
  if (picture.status === 'ready') return <PictureReady facts={picture.facts} refusal={picture.refusal} />
  return (
    <div className={styles['slot']} data-status={picture.status}>
      {picture.status === 'none' && (
        <>
          <span className={styles['mark']}>
            <Icon name="image" size="l" />
          </span>
          <p className={styles['title']}>{text('create.pictureTitle')}</p>
          <p className={styles['hint']}>{text('create.pictureHint')}</p>
        </>
      )}
      {picture.status === 'preparing' && (
        <div className={styles['wait']} aria-live="polite">
          <p className={styles['title']}>{text('create.preparing')}</p>
          <p className={styles['hint']}>{`${picture.name} · ${formatBytes(picture.bytes)}`}</p>
          <Progress label={text('create.preparing')} />
        </div>
      )}
      {picture.status === 'refused' && (
        <div role="alert">
          <p className={styles['title']}>{picture.name}</p>
          <p className={styles['refusal']}>{errorText(picture.code)}</p>
        </div>
      )}
      <div className={styles['actions']}>
        {picture.status === 'preparing' ? (
          <Button look="plain" onClick={stopPreparing}>
            {text('create.cancel')}
          </Button>
        ) : (
          <PickButtons />
        )}
      </div>
    </div>
  )
}

function PickButtons(): ReactElement {
  const text = useText()
  const take = (file: File) => void takePicture(file)
  return (
    <>
      <FileButton icon="image" label={text('create.choose')} onFile={take} />
      <span className={styles['camera']}>
        <FileButton icon="camera" look="plain" label={text('create.camera')} isCamera onFile={take} />
      </span>
    </>
  )
}
