import type { ComponentText } from '#src/i18n/component-locale.ts'
import type { CropEdit } from './use-crop-editor.ts'
import { useId, useState } from 'react'
import { type CropState, toPart } from '#shared/domain/crop-geometry.ts'
import { setNumber } from '#shared/domain/edit-crop.ts'
import { turnedSize } from '#shared/domain/crop-rules.ts'
import styles from './number-fields.module.css'

interface NumberFieldsProps {
  readonly state: CropState | null
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
}

const FIELDS = [
  { name: 'x', side: 'width' },
  { name: 'y', side: 'height' },
  { name: 'width', side: 'width' },
  { name: 'height', side: 'height' },
] as const

/** Fields for the position and size of the box, in px of the rotated picture. */
export function NumberFields({ state, text, edit }: NumberFieldsProps) {
  const part = state === null ? null : toPart(state)
  const pictureSize = state === null ? { width: 0, height: 0 } : turnedSize(state.source, state.turn)
  return (
    <fieldset>
      <legend className={styles['legend']}>{text('crop.numbers')}</legend>
      <div className={styles['fields']}>
        {FIELDS.map(({ name, side }) => (
          <NumberField
            key={name}
            label={text(`crop.${name}`)}
            value={part === null ? null : part[name]}
            max={pictureSize[side]}
            onValue={(value) => edit((state) => setNumber(state, name, value))}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface NumberFieldProps {
  readonly label: string
  /** The shown number; null without a picture. */
  readonly value: number | null
  readonly max: number
  readonly onValue: (value: number) => void
}

/** A field for a whole number. The number is applied on blur or Enter, so that nothing moves while the user types. */
function NumberField({ label, value, max, onValue }: NumberFieldProps) {
  const id = useId()
  const [draftText, setDraftText] = useState<string | null>(null)
  function applyDraft(): void {
    setDraftText(null)
    if (draftText !== null && draftText.trim() !== '') onValue(Number(draftText))
  }
  function onKeyDown(event: React.KeyboardEvent): void {
    if (event.key !== 'Enter' || draftText === null) return
    event.preventDefault()
    applyDraft()
  }
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <input
        id={id}
        className={styles['input']}
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        step={1}
        value={draftText ?? value ?? ''}
        onChange={(event) => setDraftText(event.target.value)}
        onBlur={applyDraft}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
