import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { BizType } from '#shared/domain/task.ts'
import { CreateForm } from '#src/features/create/create-form.tsx'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { StateNote } from '#src/ui/state-note.tsx'
import { PictureLayers } from './picture-layers.tsx'
import styles from './tool-page.module.css'
import { WorkGrid } from './work-grid.tsx'

const SHOWN_CREATIONS = 9

const TITLES = { CUSTOM: 'create.title', HEAD_TAIL: 'compose.title.HEAD_TAIL', TEMPLATE: 'compose.title.TEMPLATE' } as const
const LEADS = { CUSTOM: 'create.lead', HEAD_TAIL: 'compose.lead.HEAD_TAIL', TEMPLATE: 'compose.lead.TEMPLATE' } as const

/** One tool: its form, and beside it what the person has made. */
export function ToolPage({ bizType }: { readonly bizType: BizType }): ReactElement {
  const text = useText()
  return (
    <div className={styles['page']} data-form={bizType === 'HEAD_TAIL' ? 'wide' : undefined}>
      <div className={styles['form']}>
        <header className={styles['head']}>
          <h1 className={styles['title']}>{text(TITLES[bizType])}</h1>
          <p className={styles['lead']}>{text(LEADS[bizType])}</p>
        </header>
        <CreateForm bizType={bizType} />
        <PictureLayers bizType={bizType} />
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
