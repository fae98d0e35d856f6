import type { ReactElement } from 'react'
import styles from './loading-note.module.css'
import { Spinner } from './spinner.tsx'

/** Says that something is on its way, where nothing of its shape can be drawn yet; a list or a picture has a skeleton instead. */
export function LoadingNote({ text }: { readonly text: string }): ReactElement {
  return (
    <output className={styles['note']}>
      <Spinner />
      {text}
    </output>
  )
}
