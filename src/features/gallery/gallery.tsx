import type { ReactElement } from 'react'
import type { GalleryKind } from './choose-items.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { snapshot } from '#src/lib/state.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { ownTemplates } from '#src/lib/templates/own-templates.ts'
import { loadTemplates } from '#src/lib/templates/template-lists.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { inOrderOf } from './choose-items.ts'
import { FilterRow } from './filter-row.tsx'
import { GalleryBar } from './gallery-bar.tsx'
import { galleryStage, shelfOf } from './gallery-shelf.ts'
import { EmptyNote, GalleryFailed, NoneLeftNote } from './gallery-note.tsx'
import { isNarrowed, viewSearch, WHOLE_GALLERY } from './gallery-view.ts'
import styles from './gallery.module.css'
import { MotionToggle } from './motion-toggle.tsx'
import { OwnRow } from './own-row.tsx'
import { TemplateWall } from './template-wall.tsx'
import { tileMarks } from './tile-marks.ts'
import { useGallery } from './use-gallery.ts'
import { useGalleryView } from './use-gallery-view.ts'
import { useTileActions } from './use-tile-actions.ts'
import { WallSkeleton } from './wall-skeleton.tsx'

const MOST_IN_OWN_ROW = 12

/** One of the two galleries: effects, or ideas to explore. */
export function Gallery({ kind }: { readonly kind: GalleryKind }): ReactElement {
  const text = useText()
  const { view, go, replace } = useGalleryView()
  const shownView = useDeferredValue(view)
  const { shelf, items, shown, tags, own } = useGallery(kind, shownView)
  const stage = galleryStage(shelf, items.length, shown.length)
  const marks = useMemo(() => tileMarks(items, shownView.shelf), [items, shownView.shelf])
  const retry = () => void loadTemplates(shelfOf(kind, view.shelf))
  const isWhole = shownView.shelf === 'all' && !isNarrowed(shownView)
  return (
    <div className={styles['gallery']}>
      <GalleryHead kind={kind} />
      <GalleryBar kind={kind} view={view} go={go} replace={replace} />
      {(items.length > 0 || stage === 'loading') && <FilterRow view={view} tags={tags} own={own} go={go} />}
      {isWhole && <OwnPart kind={kind} items={items} />}
      <output className={styles['count']}>
        {(stage === 'wall' || stage === 'noneLeft') && text(`gallery.count.${kind}`, { count: shown.length })}
        {shelf.problem !== null && stage !== 'failed' && <span> · {text('gallery.remembered')}</span>}
      </output>
      {stage === 'wall' && (
        <TemplateWall
          kind={kind}
          label={text(`gallery.title.${kind}`)}
          templates={shown}
          marks={marks}
          liked={own.liked}
          viewKey={viewSearch(shownView)}
        />
      )}
      {stage === 'loading' && <WallSkeleton kind={kind} />}
      {stage === 'failed' && <GalleryFailed problem={shelf.problem} onRetry={retry} />}
      {stage === 'empty' && <EmptyNote />}
      {stage === 'noneLeft' && <NoneLeftNote pick={shownView.pick} onClear={() => go({ ...WHOLE_GALLERY, shelf: view.shelf })} />}
    </div>
  )
}

function GalleryHead({ kind }: { readonly kind: GalleryKind }): ReactElement {
  const text = useText()
  const other = kind === 'effect' ? 'explore' : 'effect'
  return (
    <header className={styles['head']}>
      <h1 className={styles['title']}>{text(`gallery.title.${kind}`)}</h1>
      <p className={styles['lead']}>{text(`gallery.lead.${kind}`)}</p>
      <div className={styles['side']}>
        <Link href={linkTo(kind === 'effect' ? 'explore' : 'effects')} className={buttonClass('plain')}>
          {text(`gallery.title.${other}`)}
        </Link>
        <MotionToggle />
      </div>
    </header>
  )
}

/** As it was when the gallery was opened: a heart pressed now must not push the wall down. */
function OwnPart({ kind, items }: { readonly kind: GalleryKind; readonly items: Parameters<typeof inOrderOf>[0] }): ReactElement | null {
  const [ids] = useState(() => {
    const { recent, liked } = snapshot(ownTemplates)
    return [...new Set([...recent, ...liked])]
  })
  const templates = useMemo(() => inOrderOf(items, ids).slice(0, MOST_IN_OWN_ROW), [items, ids])
  const { onOpen } = useTileActions(kind, templates)
  return templates.length === 0 ? null : <OwnRow templates={templates} onOpen={onOpen} />
}
