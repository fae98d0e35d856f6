import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { CreateForm } from '#src/features/create/create-form.tsx'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { StateNote } from '#src/ui/state-note.tsx'
import styles from './image-to-video-page.module.css'
import { PictureLayers } from './picture-layers.tsx'
import { WorkGrid } from './work-grid.tsx'

const SHOWN_CREATIONS = 9

export function ImageToVideoPage(): ReactElement {
  const text = useText()
  return (
    <div className={styles['page']}>
      <div className={styles['form']}>
        <header className={styles['head']}>
          <h1 className={styles['title']}>{text('create.title')}</h1>
          <p className={styles['lead']}>{text('create.lead')}</p>
        </header>
        <CreateForm bizType="CUSTOM" />
        <PictureLayers bizType="CUSTOM" />
      </div>
      <section className={styles['work']} aria-labelledby="work-title">
        <header className={styles['workHead']}>
          <h2 id="work-title" className={styles['workTitle']}>
            {text('create.work')}
          </h2>
          <Link href={linkTo('creations')} className={styles['all']}>
            {text('create.all')}
          </Link>
        </header>
        <WorkGrid
          creations={SHOWN_CREATIONS}
          empty={<StateNote icon="film" title={text('create.emptyTitle')} hint={text('create.emptyHint')} />}
        />
      </section>
    </div>
  )
}
