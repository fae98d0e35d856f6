import type { ReactElement } from 'react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Found } from './use-found.ts'
import { errorText } from '#src/platform/error-text.ts'
import { itemPoster } from '#src/gallery/first-poster.ts'
import { useText } from '#src/platform/i18n.ts'
import { linkTo } from '#src/platform/routes.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { FailedNote } from '#src/design/failed-note.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import styles from './viewer.module.css'
import screenStyles from './viewer-screen.module.css'
import { ViewerBar } from './viewer-bar.tsx'

interface ViewerNoteProps {
  readonly found: Exclude<Found, { readonly phase: 'open' }>
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** What stands where no item can be shown, or not yet. */
export function ViewerNote({ found, onAgain, onClose }: ViewerNoteProps): ReactElement {
  const text = useText()
  const [poster] = useState(itemPoster)
  return (
    <>
      <ViewerBar onClose={onClose} />
      {found.phase === 'finding' && (
        <section className={screenStyles['screen']} aria-busy="true" aria-label={text('viewer.finding')}>
          <div className={screenStyles['stage']}>
            <div className={screenStyles['box']} {...(poster === null ? { 'data-waiting': true } : { 'data-early': true })}>
              {poster !== null && <img className={screenStyles['media']} src={poster} fetchPriority="high" alt="" />}
            </div>
          </div>
        </section>
      )}
      {found.phase === 'missing' && (
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
      {found.phase === 'failed' && (
        <div className={styles['note']}>
          <FailedNote title={text('viewer.failed')} hint={errorText(found.code)} retryLabel={text('viewer.retry')} onRetry={onAgain} />
        </div>
      )}
    </>
  )
}
