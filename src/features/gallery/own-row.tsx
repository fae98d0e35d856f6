import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { usePosterSources } from '#src/lib/saves-data.ts'
import { useText } from '#src/lib/i18n.ts'
import styles from './own-row.module.css'

interface OwnRowProps {
  readonly templates: readonly Template[]
  readonly onOpen: (index: number) => void
}

const PICTURE_SIZES = '160px'

/** What somebody has liked or opened lately, to be found again at a glance. */
export function OwnRow({ templates, onOpen }: OwnRowProps): ReactElement {
  const posterSources = usePosterSources()
  const text = useText()
  return (
    <section aria-label={text('gallery.own')}>
      <ul className={styles['row']}>
        {templates.map((template, index) => (
          <li key={template.id}>
            <button type="button" className={styles['item']} onClick={() => onOpen(index)}>
              <img src={template.firstImageUrl} srcSet={posterSources(template)} sizes={PICTURE_SIZES} decoding="async" alt="" />
              <span className={styles['name']}>{template.templateName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
