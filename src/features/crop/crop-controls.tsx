import type { ReactElement, ReactNode } from 'react'
import type { CropState } from '#shared/domain/crop-geometry.ts'
import type { ComponentText } from '#src/lib/component-locale.ts'
import type { CropEdit } from './use-crop-editor.ts'
import { CROP_MIN_ZOOM, CROP_RATIOS, DEFAULT_CROP_RATIO } from '#shared/domain/crop-limits.ts'
import { flip, rotate, withRatio } from '#shared/domain/edit-crop.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import styles from './crop-controls.module.css'
import { MovePad } from './move-pad.tsx'
import { NumberFields } from './number-fields.tsx'
import { ZoomRow } from './zoom-row.tsx'

interface CropControlsProps {
  /** Null while there is no picture; everything stands there already, so that nothing shifts. */
  readonly state: CropState | null
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
  readonly children: ReactNode
}

const RATIO_OPTIONS = CROP_RATIOS.map((ratio) => ({ value: ratio, label: ratio }))

/** All that can be done without a drag. */
export function CropControls({ state, text, edit, children }: CropControlsProps): ReactElement {
  return (
    <fieldset className={styles['controls']} disabled={state === null}>
      <div className={styles['zoom']}>
        <ZoomRow zoom={state?.zoom ?? CROP_MIN_ZOOM} text={text} edit={edit} />
      </div>
      <TurnButtons text={text} edit={edit} />
      <div className={styles['ratio']}>
        <Segmented
          label={text('crop.aspectRatio')}
          options={RATIO_OPTIONS}
          value={state?.ratio ?? DEFAULT_CROP_RATIO}
          onValue={(ratio) => edit((state) => withRatio(state, ratio))}
        />
      </div>
      <div className={styles['side']}>
        {children}
        <NumberFields state={state} text={text} edit={edit} />
        <MovePad state={state} text={text} edit={edit} />
      </div>
    </fieldset>
  )
}

interface TurnButtonsProps {
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
}

/** Turns as the picture lies: left stands on the left in every language. */
function TurnButtons({ text, edit }: TurnButtonsProps): ReactElement {
  return (
    <fieldset className={styles['turn']} dir="ltr">
      <legend className="visually-hidden">{text('crop.turn')}</legend>
      <IconButton icon="rotateLeft" label={text('crop.rotateLeft')} onClick={() => edit((state) => rotate(state, -1))} />
      <IconButton icon="rotateRight" label={text('crop.rotateRight')} onClick={() => edit((state) => rotate(state, 1))} />
      <IconButton icon="flip" label={text('crop.flip')} onClick={() => edit(flip)} />
    </fieldset>
  )
}
