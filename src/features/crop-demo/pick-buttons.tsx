import type { ReactElement } from 'react'
import type { ButtonLook } from '#src/ui/button-class.ts'
import { useText } from '#src/lib/i18n.ts'
import { FileButton } from '#src/ui/file-button.tsx'
import { takeFile } from './crop-demo-actions.ts'
import styles from './pick-buttons.module.css'

const take = (file: File) => void takeFile(file)

/** A file, or on a touch device the camera. */
export function PickButtons({ label, look = 'quiet' }: { readonly label: string; readonly look?: ButtonLook }): ReactElement {
  const text = useText()
  return (
    <>
      <FileButton icon="image" look={look} label={label} onFile={take} />
      <span className={styles['camera']}>
        <FileButton icon="camera" look="plain" label={text('cropDemo.camera')} isCamera onFile={take} />
      </span>
    </>
  )
}
