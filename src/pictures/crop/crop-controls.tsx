import type { CropState } from '#shared/domain/crop-geometry.ts'
import * as crop from '#shared/domain/crop-rules.ts'
import { flip, rotate, withRatio, zoomBy, zoomTo, stepBox, stepSize } from '#shared/domain/edit-crop.ts'
import type { ComponentText } from '#src/i18n/component-locale.ts'
import { Segmented } from '#src/design/segmented.tsx'
import { IconButton } from '#src/design/button.tsx'
import { Range } from '#src/design/slider.tsx'
import styles from './crop-controls.module.css'
import { type CropEdit, isSameCrop } from './use-crop-editor.ts'
import { NumberFields } from './number-fields.tsx'

interface CropControlsProps {
  /** The state of the crop; null without a picture. The controls are rendered anyway, so that nothing moves later. */
  readonly state: CropState | null
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
  readonly children: React.ReactNode
}

const RATIO_OPTIONS = crop.CROP_RATIOS.map((ratio) => ({ value: ratio, label: ratio }))

/** All controls of the crop that need no dragging. */
export function CropControls({ state, text, edit, children }: CropControlsProps) {
  return (
    <fieldset className={styles['controls']} disabled={state === null}>
      <div className={styles['zoom']}>
        <ZoomRow zoom={state?.zoom ?? crop.CROP_MIN_ZOOM} text={text} edit={edit} />
      </div>
      <TurnButtons text={text} edit={edit} />
      <div className={styles['ratio']}>
        <Segmented
          label={text('crop.aspectRatio')}
          options={RATIO_OPTIONS}
          value={state?.ratio ?? crop.DEFAULT_CROP_RATIO}
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

/** Buttons that rotate the picture. In right-to-left languages, left stays left. */
function TurnButtons({ text, edit }: TurnButtonsProps) {
  return (
    <fieldset className={styles['turn']} dir="ltr">
      <legend className="visually-hidden">{text('crop.turn')}</legend>
      <IconButton icon="rotateLeft" label={text('crop.rotateLeft')} onClick={() => edit((state) => rotate(state, -1))} />
      <IconButton icon="rotateRight" label={text('crop.rotateRight')} onClick={() => edit((state) => rotate(state, 1))} />
      <IconButton icon="flip" label={text('crop.flip')} onClick={() => edit(flip)} />
    </fieldset>
  )
}

interface ZoomRowProps {
  readonly zoom: number
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
}

function ZoomRow({ zoom, text, edit }: ZoomRowProps) {
  const zoomText = `${zoom.toFixed(1)}×`
  return (
    <fieldset className={styles['row']}>
      <legend className="visually-hidden">{text('crop.zoom')}</legend>
      <IconButton
        icon="minus"
        label={text('crop.zoomOut')}
        aria-disabled={zoom <= crop.CROP_MIN_ZOOM || undefined}
        onClick={() => edit((state) => zoomBy(state, -1))}
      />
      <Range
        label={text('crop.zoom')}
        value={zoom}
        min={crop.CROP_MIN_ZOOM}
        max={crop.CROP_MAX_ZOOM}
        step={crop.CROP_ZOOM_STEP}
        valueText={zoomText}
        onValue={(value) => edit((state) => zoomTo(state, value))}
      />
      <IconButton
        icon="plus"
        label={text('crop.zoomIn')}
        aria-disabled={zoom >= crop.CROP_MAX_ZOOM || undefined}
        onClick={() => edit((state) => zoomBy(state, 1))}
      />
      <span className={styles['value']} aria-hidden="true">
        <bdi dir="ltr">{zoomText}</bdi>
      </span>
    </fieldset>
  )
}

interface MovePadProps {
  /** The state of the crop; null without a picture. */
  readonly state: CropState | null
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
}

const MOVE_BUTTONS = [
  { icon: 'left', key: 'crop.moveLeft', direction: { x: -1, y: 0 } },
  { icon: 'up', key: 'crop.moveUp', direction: { x: 0, y: -1 } },
  { icon: 'down', key: 'crop.moveDown', direction: { x: 0, y: 1 } },
  { icon: 'arrow', key: 'crop.moveRight', direction: { x: 1, y: 0 } },
] as const

const SIZE_BUTTONS = [
  { icon: 'shrink', key: 'crop.smaller', direction: -1 },
  { icon: 'grow', key: 'crop.bigger', direction: 1 },
] as const

/** Buttons that move and resize the box without dragging. In right-to-left languages, left stays left. */
function MovePad({ state, text, edit }: MovePadProps) {
  const buttons = [
    ...MOVE_BUTTONS.map(({ icon, key, direction }) => ({
      icon,
      key,
      step: (cropState: CropState) => stepBox(cropState, direction, crop.CROP_BUTTON_STEP_PX),
    })),
    ...SIZE_BUTTONS.map(({ icon, key, direction }) => ({
      icon,
      key,
      step: (cropState: CropState) => stepSize(cropState, direction, crop.CROP_BUTTON_STEP_PX),
    })),
  ]
  return (
    <fieldset className={styles['pad']} dir="ltr">
      <legend className="visually-hidden">{text('crop.move')}</legend>
      {buttons.map(({ icon, key, step }) => (
        <IconButton
          key={key}
          icon={icon}
          label={text(key)}
          aria-disabled={(state !== null && isSameCrop(state, step(state))) || undefined}
          onClick={() => edit(step)}
        />
      ))}
    </fieldset>
  )
}
