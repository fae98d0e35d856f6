import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useSyncExternalStore, useState } from 'react'
import { Link, linkTo, leaveViewer, stampColdViewer } from '#src/routing/routes.ts'
import type { ViewerItem, ViewerOpening } from '#src/routing/viewer-adapter.ts'
import { useText, loadFailureText } from '#src/i18n/i18n.ts'
import { holdScroll, closeModal, openModal } from '#src/design/open-modal.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { itemPoster } from '#src/gallery/first-poster.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { FailedNote, StateNote } from '#src/design/state-note.tsx'
import styles from './viewer.module.css'
import screenStyles from './viewer-screen.module.css'
import type { ViewerCursor } from './viewer-cursor.ts'
import { restoreFocus } from './restore-focus.ts'
import { type SearchState, useFoundItem } from './deep-link.ts'
import { ViewerItemView } from './viewer-item-view.tsx'
import { type ViewerPosition, ViewerBar } from './viewer-steps.tsx'

interface ViewerProps {
  /** The list that opened the viewer; null if only the item's address is known. */
  readonly opening: ViewerOpening | null
  /** The prefix of every path of the app. */
  readonly base: string
  /**
   * Whether the browser is still at this viewer's history entry. The viewer renders after the navigation, and must not change another
   * entry.
   */
  readonly isHere: () => boolean
}

/** An item in fullscreen, with its neighbours one step away. The viewer is open while it is rendered, and closes by going back. */
export function Viewer({ opening, base, isHere }: ViewerProps) {
  const text = useText()
  const layer = useRef<HTMLDialogElement>(null)
  const isLeaving = useRef(false)
  const titleId = useId()
  const [searchState, repeatSearch] = useFoundItem(opening, base)
  const stampEntry = useEffectEvent(() => isHere() && stampColdViewer())
  useEffect(() => void stampEntry(), [])
  const restoreItemFocus = useEffectEvent(() =>
    restoreFocus(searchState.phase === 'open' ? currentItemOf(searchState.cursor) : undefined, opening?.items[opening.index]),
  )
  useLayoutEffect(holdScroll, [])
  useLayoutEffect(() => {
    const dialog = layer.current
    openModal(dialog, null)
    dialog?.focus({ preventScroll: true })
    return () => {
      closeModal(dialog)
      restoreItemFocus()
    }
  }, [])
  const leave = () => {
    if (isLeaving.current || !isHere()) return
    isLeaving.current = true
    leaveViewer()
  }
  return (
    <dialog
      ref={layer}
      className={styles['viewer']}
      tabIndex={-1}
      {...(searchState.phase === 'open' ? { 'aria-labelledby': titleId } : { 'aria-label': text('viewer.finding') })}
      onClose={(event) => event.target === layer.current && leave()}
    >
      {searchState.phase === 'open' ? (
        <OpenViewer cursor={searchState.cursor} base={base} isHere={isHere} titleId={titleId} layer={layer} onClose={leave} />
      ) : (
        <ViewerNote searchState={searchState} onRepeat={repeatSearch} onClose={leave} />
      )}
    </dialog>
  )
}

function currentItemOf(cursor: ViewerCursor): ViewerItem | undefined {
  const { items, index } = cursor.state()
  return items[index]
}

function OpenViewer(position: ViewerPosition) {
  const state = useAfterPaint(useSyncExternalStore(position.cursor.subscribe, position.cursor.state))
  const item = state.items[state.index]
  return item === undefined ? null : <ViewerItemView {...position} state={state} listedItem={item} />
}

interface ViewerNoteProps {
  readonly searchState: Exclude<SearchState, { readonly phase: 'open' }>
  readonly onRepeat: () => void
  readonly onClose: () => void
}

/** Shown while the viewer has no item: during the search for it, and after a search without a result. */
export function ViewerNote({ searchState, onRepeat, onClose }: ViewerNoteProps) {
  const text = useText()
  const [poster] = useState(itemPoster)
  return (
    <>
      <ViewerBar onClose={onClose} />
      {searchState.phase === 'finding' && (
        <section className={screenStyles['screen']} aria-busy="true" aria-label={text('viewer.finding')}>
          <div className={screenStyles['stage']}>
            <div className={screenStyles['box']} {...(poster === null ? { 'data-waiting': true } : { 'data-early': true })}>
              {poster !== null && <img className={screenStyles['media']} src={poster} fetchPriority="high" alt="" />}
            </div>
          </div>
        </section>
      )}
      {searchState.phase === 'missing' && (
        <div className={styles['note']}>
          <StateNote icon="search" title={text('viewer.missing')} hint={text('viewer.missingHint')}>
            <Link href={linkTo('explore')} className={buttonClass('primary')}>
              {text('viewer.toExplore')}
            </Link>
            <Link href={linkTo('creations')} className={buttonClass()}>
              {text('viewer.toCreations')}
            </Link>
          </StateNote>
        </div>
      )}
      {searchState.phase === 'failed' && (
        <div className={styles['note']}>
          <FailedNote
            title={text('viewer.failed')}
            hint={loadFailureText({ code: searchState.code })}
            retryLabel={text('viewer.retry')}
            onRetry={onRepeat}
          />
        </div>
      )}
    </>
  )
}
