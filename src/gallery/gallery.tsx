import { useDeferredValue, useMemo, useState } from 'react'
import type { Template } from '#shared/api/templates.ts'
import type { AppErrorCode } from '#shared/result.ts'
import { Link, linkTo, useLocation, useScreenSearch } from '#src/routing/routes.ts'
import { snapshot, useSnapshot } from '#src/store/state.ts'
import { useText, isOfflineFailure, loadFailureText } from '#src/i18n/i18n.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'
import { FailedNote, StateNote } from '#src/design/state-note.tsx'
import styles from './gallery.module.css'
import type { ListState } from './template-reader.ts'
import * as lists from './choose-items.ts'
import { type GalleryView, type OwnListName, WHOLE_GALLERY, hasFilter, parseView, viewSearch } from './gallery-view.ts'
import { ownTemplates } from './own-templates.ts'
import { loadTemplates } from './template-lists.ts'
import { createTemplateSearch } from './template-search.ts'
import { useTemplates } from './use-templates.ts'
import { FilterRow, OwnRow, GalleryBar } from './gallery-bar.tsx'
import { MotionToggle } from './motion-toggle.tsx'
import { TemplateWall, WallSkeleton } from './template-wall.tsx'
import { useTileActions } from './use-tile-actions.ts'

const MOST_OWN_ITEMS = 12

export function Gallery({ kind }: { readonly kind: lists.GalleryKind }) {
  const text = useText()
  const { view, changeView, replaceView } = useGalleryView()
  const shownView = useDeferredValue(view)
  const { list, items, shownItems, tags, ownIds } = useGallery(kind, shownView)
  const stage = lists.galleryStage(list, items.length, shownItems.length)
  const badges = useMemo(() => lists.tileBadges(items, shownView.tab), [items, shownView.tab])
  const retry = () => void loadTemplates(lists.listNameOf(kind, view.tab))
  const isUnfiltered = shownView.tab === 'all' && !hasFilter(shownView)
  return (
    <div className={styles['gallery']}>
      <GalleryHead kind={kind} />
      <GalleryBar kind={kind} view={view} changeView={changeView} replaceView={replaceView} />
      {(items.length > 0 || stage === 'loading') && <FilterRow view={view} tags={tags} ownIds={ownIds} changeView={changeView} />}
      {isUnfiltered && <OwnItems kind={kind} items={items} />}
      <output className={styles['count']}>
        {(stage === 'wall' || stage === 'noneLeft') && text(`gallery.count.${kind}`, { count: shownItems.length })}
        {list.problem !== null && stage !== 'failed' && <span> · {text('gallery.remembered')}</span>}
      </output>
      {stage === 'wall' && (
        <TemplateWall
          kind={kind}
          label={text(`gallery.title.${kind}`)}
          templates={shownItems}
          badges={badges}
          liked={ownIds.liked}
          viewKey={viewSearch(shownView)}
        />
      )}
      {stage === 'loading' && <WallSkeleton kind={kind} />}
      {stage === 'failed' && <GalleryFailed problem={list.problem} onRetry={retry} />}
      {stage === 'empty' && <EmptyNote />}
      {stage === 'noneLeft' && <NoneLeftNote ownList={shownView.ownList} onClear={() => changeView({ ...WHOLE_GALLERY, tab: view.tab })} />}
    </div>
  )
}

function GalleryHead({ kind }: { readonly kind: lists.GalleryKind }) {
  const text = useText()
  const otherKind = kind === 'effect' ? 'explore' : 'effect'
  return (
    <header className={styles['head']}>
      <h1 className={styles['title']}>{text(`gallery.title.${kind}`)}</h1>
      <p className={styles['lead']}>{text(`gallery.lead.${kind}`)}</p>
      <div className={styles['side']}>
        <Link href={linkTo(kind === 'effect' ? 'explore' : 'effects')} className={buttonClass('plain')}>
          {text(`gallery.title.${otherKind}`)}
        </Link>
        <MotionToggle />
      </div>
    </header>
  )
}

/** The user's own items, as they were when the gallery opened: a new like must not move the wall. */
function OwnItems({ kind, items }: { readonly kind: lists.GalleryKind; readonly items: Parameters<typeof lists.orderByIds>[0] }) {
  const [ids] = useState(() => {
    const { recent, liked } = snapshot(ownTemplates)
    return [...new Set([...recent, ...liked])]
  })
  const templates = useMemo(() => lists.orderByIds(items, ids).slice(0, MOST_OWN_ITEMS), [items, ids])
  const { onOpen } = useTileActions(kind, templates)
  return templates.length === 0 ? null : <OwnRow templates={templates} onOpen={onOpen} />
}

interface GalleryContent {
  readonly list: Readonly<ListState>
  /** `items`: all items of the list. `shownItems`: those that match the view. */
  readonly items: readonly Template[]
  readonly shownItems: readonly Template[]
  readonly tags: readonly lists.TagCount[]
  /** The user's likes and recent items on this device. */
  readonly ownIds: lists.OwnListIds
}

function useGallery(kind: lists.GalleryKind, view: GalleryView): GalleryContent {
  const list = useTemplates(lists.listNameOf(kind, view.tab))
  const { liked, recent } = useSnapshot(ownTemplates)
  const items = useMemo(() => lists.itemsOfKind(list.items, kind), [list.items, kind])
  const ownIds = useMemo(() => {
    const listedIds = new Set(items.map(({ id }) => id))
    return { liked: liked.filter((id) => listedIds.has(id)), recent: recent.filter((id) => listedIds.has(id)) }
  }, [items, liked, recent])
  const search = useMemo(() => createTemplateSearch(items), [items])
  const shownItems = useMemo(() => lists.chooseItems(items, view, ownIds, search), [items, view, ownIds, search])
  const tags = useMemo(() => lists.countTags(items, shownItems, view.tags), [items, shownItems, view.tags])
  return { list, items, shownItems, tags, ownIds }
}

interface ViewInAddress {
  readonly view: GalleryView
  /** Changes the view and adds a history entry. */
  readonly changeView: (change: Partial<GalleryView>) => void
  /** Changes the view without a history entry, for example with each typed letter. */
  readonly replaceView: (change: Partial<GalleryView>) => void
}

function useGalleryView(): ViewInAddress {
  const [path, navigate] = useLocation()
  const search = useScreenSearch()
  const view = useMemo(() => parseView(search), [search])
  const addressOf = (change: Partial<GalleryView>) => path + viewSearch({ ...view, ...change })
  return {
    view,
    changeView: (change) => navigate(addressOf(change)),
    replaceView: (change) => navigate(addressOf(change), { replace: true }),
  }
}

interface GalleryFailedProps {
  readonly problem: AppErrorCode | null
  readonly onRetry: () => void
}

function GalleryFailed({ problem, onRetry }: GalleryFailedProps) {
  const text = useText()
  const isOffline = isOfflineFailure(problem)
  const problemText = problem === null ? '' : loadFailureText({ code: problem })
  return (
    <FailedNote
      icon={isOffline ? 'cloudOff' : 'alert'}
      title={text('gallery.failedTitle')}
      hint={isOffline ? text('gallery.failedOffline') : problemText}
      retryLabel={text('gallery.retry')}
      onRetry={onRetry}
    />
  )
}

const EMPTY_LIST_HINT = { liked: 'gallery.noneLikedHint', recent: 'gallery.noneRecentHint' } as const

/** Shown when the list has items but none matches the view. */
function NoneLeftNote({ ownList, onClear }: { readonly ownList: OwnListName | null; readonly onClear: () => void }) {
  const text = useText()
  return (
    <StateNote
      icon={ownList === 'liked' ? 'heart' : 'search'}
      title={text('gallery.noneLeftTitle')}
      hint={text(ownList === null ? 'gallery.noneLeftHint' : EMPTY_LIST_HINT[ownList])}
    >
      <Button onClick={onClear}>{text('gallery.clear')}</Button>
    </StateNote>
  )
}

function EmptyNote() {
  const text = useText()
  return <StateNote icon="compass" title={text('gallery.emptyTitle')} hint={text('gallery.emptyHint')} />
}

export function ExplorePage() {
  return <Gallery kind="explore" />
}

export function EffectsPage() {
  return <Gallery kind="effect" />
}
