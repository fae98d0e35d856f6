import { useRef } from 'react'
import { errorText, formatBytes, useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { useFocusFallback } from '#src/browser/focus-fallback.ts'
import type { KeyedPlan } from '#src/motion/use-sketch-plan.ts'
import { Icon } from '#src/design/icon.tsx'
import { FileButton } from '#src/design/file-button.tsx'
import type { PictureSlot as Picture } from './picture-slot-state.ts'
import { PictureReady } from './picture-ready.tsx'
import styles from './picture-slot.module.css'
import { StageNote } from './stage.tsx'
import { useComposer, useSlot } from './use-composer.ts'

const FRAME_NAMES = { first: 'compose.frames.first', last: 'compose.frames.last' } as const
const EMPTY_FRAME_TITLES = { first: 'compose.frames.emptyFirst', last: 'compose.frames.emptyLast' } as const

/** A picture of the form: its picker, the progress of its preparation, why it was rejected, or the picture. */
export function PictureSlot({ keyedPlan }: { readonly keyedPlan: KeyedPlan | null }) {
  const { bizType } = useComposer()
  const { role, state } = useSlot()
  const { picture } = useSnapshot(state)
  const text = useText()
  const group = useRef<HTMLDivElement>(null)
  useFocusFallback(group)
  const name = text(bizType === 'HEAD_TAIL' ? FRAME_NAMES[role] : 'create.picture')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be narrower than its words
    <div ref={group} role="group" className={styles['group']} tabIndex={-1} data-focus-fallback aria-label={name}>
      {picture.status === 'ready' ? (
        <PictureReady keyedPlan={keyedPlan} facts={picture.facts} refusal={picture.refusal} rework={picture.rework} />
      ) : (
        <EmptySlot picture={picture} />
      )}
    </div>
  )
}

function EmptySlot({ picture }: { readonly picture: Exclude<Picture, { readonly status: 'ready' }> }) {
  const text = useText()
  const slot = useSlot()
  const isFrame = useComposer().bizType === 'HEAD_TAIL'
  return (
    <div className={styles['slot']} data-status={picture.status}>
      {picture.status === 'none' && (
        <>
          <span className={styles['mark']}>
            <Icon name="image" size="l" />
          </span>
          <p className={styles['title']}>{text(isFrame ? EMPTY_FRAME_TITLES[slot.role] : 'create.pictureTitle')}</p>
          <p className={styles['hint']}>{text(isFrame ? 'compose.frames.hint' : 'create.pictureHint')}</p>
        </>
      )}
      {picture.status === 'preparing' && (
        <div className={styles['wait']}>
          <p className={styles['title']}>{`${picture.name} · ${formatBytes(picture.bytes)}`}</p>
          <StageNote stage={picture.stage} onCancel={slot.stop} />
        </div>
      )}
      {picture.status === 'refused' && (
        <div role="alert">
          <p className={styles['title']}>{picture.name}</p>
          <p className={styles['refusal']}>{errorText(picture.code)}</p>
        </div>
      )}
      {picture.status !== 'preparing' && (
        <div className={styles['actions']}>
          <PickButtons />
        </div>
      )}
    </div>
  )
}

function PickButtons() {
  const text = useText()
  const slot = useSlot()
  const acceptFile = (file: File) => void slot.accept(file)
  return (
    <>
      <FileButton icon="image" label={text('create.choose')} onFile={acceptFile} />
      <span className={styles['camera']}>
        <FileButton icon="camera" variant="plain" label={text('create.camera')} isCamera onFile={acceptFile} />
      </span>
    </>
  )
}
