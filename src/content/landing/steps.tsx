import type { ReactElement, ReactNode } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { useText } from '#src/platform/i18n.ts'
import { openViewer } from '#src/platform/open-viewer.ts'
import { FilmPoster, FilmTile } from './film-tile.tsx'
import styles from './steps.module.css'

const SHARE = 0.3

/** How it goes, shown with one item: its picture, its words, its video. */
export function Steps({ item }: { readonly item: Template | undefined }): ReactElement {
  const text = useText()
  const open = (template: Template) => openViewer({ items: [{ kind: 'explore', template }], index: 0 })
  return (
    <ol className={styles['steps']}>
      <Step name="picture" number={1}>
        {item !== undefined && <FilmPoster template={item} share={SHARE} />}
      </Step>
      <Step name="words" number={2}>
        <span className={styles['words']}>{item === undefined ? '' : text('landing.words', { words: item.prompt })}</span>
      </Step>
      <Step name="video" number={3}>
        {item !== undefined && <FilmTile template={item} share={SHARE} onOpen={open} />}
      </Step>
    </ol>
  )
}

interface StepProps {
  readonly name: 'picture' | 'words' | 'video'
  readonly number: number
  readonly children: ReactNode
}

function Step({ name, number, children }: StepProps): ReactElement {
  const text = useText()
  return (
    <li className={styles['step']}>
      <div className={styles['sight']}>{children}</div>
      <h2 className={styles['title']}>
        <span className={styles['number']}>{number}</span>
        {text(`landing.step.${name}`)}
      </h2>
      <p className={styles['text']}>{text(`landing.step.${name}Text`)}</p>
    </li>
  )
}
