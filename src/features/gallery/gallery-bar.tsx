import type { ReactElement } from 'react'
import type { GalleryKind } from './choose-items.ts'
import type { GalleryView } from './gallery-view.ts'
import { useText } from '#src/lib/i18n.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { GALLERY_SHELVES } from './gallery-view.ts'
import { SearchField } from './search-field.tsx'
import styles from './gallery-bar.module.css'

interface GalleryBarProps {
  readonly kind: GalleryKind
  readonly view: GalleryView
  readonly go: (change: Partial<GalleryView>) => void
  readonly replace: (change: Partial<GalleryView>) => void
}

/** Which shelf of a gallery, and the search in it. */
export function GalleryBar({ kind, view, go, replace }: GalleryBarProps): ReactElement {
  const text = useText()
  return (
    <div className={styles['bar']}>
      <div className={styles['shelves']}>
        <Segmented
          label={text('gallery.shelf')}
          isInline
          options={GALLERY_SHELVES.map((value) => ({ value, label: text(`gallery.shelf.${value}`) }))}
          value={view.shelf}
          onValue={(shelf) => go({ shelf })}
        />
      </div>
      <SearchField label={text(`gallery.search.${kind}`)} value={view.query} onValue={(query) => replace({ query })} />
    </div>
  )
}
