import type { ReactElement } from 'react'
import type { CropState } from '#shared/domain/crop-geometry.ts'
import type { ComponentText } from '#src/lib/component-locale.ts'
import type { CropEdit } from './use-crop-editor.ts'
import { toPart } from '#shared/domain/crop-geometry.ts'
import { setNumber } from '#shared/domain/edit-crop.ts'
import { turnedSize } from '#shared/domain/turn.ts'
import { NumberField } from './number-field.tsx'
import styles from './number-fields.module.css'

interface NumberFieldsProps {
  readonly state: CropState | null
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
}

const NUMBERS = [
  { name: 'x', side: 'width' },
  { name: 'y', side: 'height' },
  { name: 'width', side: 'width' },
  { name: 'height', side: 'height' },
] as const

/** The box in px of the picture as it is turned. */
export function NumberFields({ state, text, edit }: NumberFieldsProps): ReactElement {
  const part = state === null ? null : toPart(state)
  const whole = state === null ? { width: 0, height: 0 } : turnedSize(state.source, state.turn)
  return (
    <fieldset>
      <legend className={styles['legend']}>{text('crop.numbers')}</legend>
      <div className={styles['fields']}>
        {NUMBERS.map(({ name, side }) => (
          <NumberField
            key={name}
            label={text(`crop.${name}`)}
            value={part === null ? null : part[name]}
            max={whole[side]}
            onValue={(value) => edit((state) => setNumber(state, name, value))}
          />
        ))}
      </div>
    </fieldset>
  )
}
