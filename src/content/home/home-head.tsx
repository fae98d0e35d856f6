import { useText } from '#src/i18n/i18n.ts'
import { useOpenInTool } from '#src/pictures/open-in-tool.ts'
import { FileButton } from '#src/design/file-button.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import headings from '#src/design/headings.module.css'
import styles from './home-head.module.css'

/** The heading of the home screen with the quickest start: a picture that is chosen, dropped or pasted opens the form with the picture. */
export function HomeHead() {
  const text = useText()
  const openInTool = useOpenInTool()
  return (
    <header className={headings['row']}>
      <h1 className={headings['page']}>{text('home.title')}</h1>
      <div className={styles['bring']}>
        <p className={styles['ways']}>{text('home.ways')}</p>
        <FileButton variant="primary" icon="image" label={text('home.choose')} onFile={(file) => openInTool([file])} />
      </div>
    </header>
  )
}

/** Shown if the user has no creations: a way to make the first video. */
export function FirstVideoNote() {
  const text = useText()
  const openInTool = useOpenInTool()
  return (
    <StateNote icon="film" title={text('home.emptyTitle')} hint={text('home.emptyHint')}>
      <FileButton icon="image" label={text('home.choose')} onFile={(file) => openInTool([file])} />
    </StateNote>
  )
}
