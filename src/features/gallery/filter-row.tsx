import type { ReactElement } from 'react'
import type { OwnPicks, TagCount } from './choose-items.ts'
import type { GalleryView } from './gallery-view.ts'
import { useText } from '#src/lib/i18n.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './filter-row.module.css'
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
