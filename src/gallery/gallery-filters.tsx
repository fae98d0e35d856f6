import type { ReactElement } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import type { Template } from '#shared/api/templates.ts'
import { usePosterSources } from '#src/platform/saves-data.ts'
import styles from './gallery-filters.module.css'
import type { OwnPicks, TagCount } from './choose-items.ts'
import type { GalleryView } from './gallery-view.ts'
import { PICKS, withTagTurned } from './gallery-view.ts'

interface FilterRowProps {
  readonly view: GalleryView
  readonly tags: readonly TagCount[]
  readonly own: OwnPicks
  readonly go: (change: Partial<GalleryView>) => void
}

const PICK_ICONS = { liked: 'heart', recent: 'reel' } as const

/** Chips that narrow a gallery: a person's own picks, then the tags with how many items each leaves. */
export function FilterRow({ view, tags, own, go }: FilterRowProps): ReactElement {
  const text = useText()
  return (
    <fieldset className={styles['row']} aria-label={text('gallery.tags')}>
      {PICKS.filter((pick) => own[pick].length > 0 || view.pick === pick).map((pick) => (
        <button
          key={pick}
          type="button"
          className={styles['chip']}
          aria-pressed={view.pick === pick}
          onClick={() => go({ pick: view.pick === pick ? null : pick })}
        >
          <Icon name={PICK_ICONS[pick]} size="s" />
          {text(pick === 'liked' ? 'gallery.likes' : 'gallery.recent')}
        </button>
      ))}
      {tags.map(({ tag, count }) => (
        <button
          key={tag}
          type="button"
          className={styles['chip']}
          aria-pressed={view.tags.includes(tag)}
          onClick={() => go({ tags: withTagTurned(view.tags, tag) })}
        >
          {tag} <span className={styles['count']}>{count}</span>
        </button>
      ))}
    </fieldset>
  )
}

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
      <ul className={styles['ownRowRow']}>
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
