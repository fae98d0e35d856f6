import type { ReactElement } from 'react'
import type { ComponentText } from '#src/lib/component-locale.ts'
import type { CropState } from '#shared/domain/crop-geometry.ts'
import { isSameCrop } from './is-same-crop.ts'
import type { CropEdit } from './use-crop-editor.ts'
import { CROP_BUTTON_STEP_PX } from '#shared/domain/crop-limits.ts'
import { stepBox, stepSize } from '#shared/domain/edit-crop.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import styles from './crop-controls.module.css'

interface MovePadProps {
  /** Null while there is no picture. */
  readonly state: CropState | null
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
}

const MOVES = [
  { icon: 'left', key: 'crop.moveLeft', toward: { x: -1, y: 0 } },
  { icon: 'up', key: 'crop.moveUp', toward: { x: 0, y: -1 } },
  { icon: 'down', key: 'crop.moveDown', toward: { x: 0, y: 1 } },
  { icon: 'arrow', key: 'crop.moveRight', toward: { x: 1, y: 0 } },
] as const

const SIZES = [
  { icon: 'shrink', key: 'crop.smaller', toward: -1 },
  { icon: 'grow', key: 'crop.bigger', toward: 1 },
] as const

/** Moves and resizes the box by presses, for whoever cannot or does not want to drag. Left stands on the left in every language. */
export function MovePad({ state, text, edit }: MovePadProps): ReactElement {
  const steps = [
    ...MOVES.map(({ icon, key, toward }) => ({ icon, key, step: (at: CropState) => stepBox(at, toward, CROP_BUTTON_STEP_PX) })),
    ...SIZES.map(({ icon, key, toward }) => ({ icon, key, step: (at: CropState) => stepSize(at, toward, CROP_BUTTON_STEP_PX) })),
  ]
  return (
    <fieldset className={styles['pad']} dir="ltr">
      <legend className="visually-hidden">{text('crop.move')}</legend>
      {steps.map(({ icon, key, step }) => (
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
