import type { ReactElement } from 'react'
import type { ComponentText } from '#src/lib/component-locale.ts'
import type { CropEdit } from './use-crop-editor.ts'
import { flip, rotate } from '#shared/domain/edit-crop.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import styles from './crop-controls.module.css'

interface TurnButtonsProps {
  readonly text: ComponentText
  readonly edit: (edit: CropEdit) => void
}

/** Turns as the picture lies: left stands on the left in every language. */
export function TurnButtons({ text, edit }: TurnButtonsProps): ReactElement {
  return (
    <fieldset className={styles['turn']} dir="ltr">
      <legend className="visually-hidden">{text('crop.turn')}</legend>
      <IconButton icon="rotateLeft" label={text('crop.rotateLeft')} onClick={() => edit((state) => rotate(state, -1))} />
      <IconButton icon="rotateRight" label={text('crop.rotateRight')} onClick={() => edit((state) => rotate(state, 1))} />
      <IconButton icon="flip" label={text('crop.flip')} onClick={() => edit(flip)} />
    </fieldset>
  )
}
