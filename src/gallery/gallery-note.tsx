import type { ReactElement } from 'react'
import type { AppErrorCode } from '#shared/app-error.ts'
import type { OwnPick } from './gallery-view.ts'
import { errorText } from '#src/platform/error-text.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Button } from '#src/design/button.tsx'
import { FailedNote } from '#src/design/failed-note.tsx'
import { StateNote } from '#src/design/state-note.tsx'

interface GalleryFailedProps {
  readonly problem: AppErrorCode | null
  readonly onRetry: () => void
}

/** Nothing to show, and the server could not be asked. */
export function GalleryFailed({ problem, onRetry }: GalleryFailedProps): ReactElement {
  const text = useText()
  const { isOnline } = useSnapshot(hubState).connection
  const why = problem === null ? '' : errorText(problem)
  return (
    <FailedNote
      icon={isOnline ? 'alert' : 'cloudOff'}
      title={text('gallery.failedTitle')}
      hint={isOnline ? why : text('gallery.failedOffline')}
      retryLabel={text('gallery.retry')}
      onRetry={onRetry}
    />
  )
}

const NONE_PICKED_HINT = { liked: 'gallery.noneLikedHint', recent: 'gallery.noneRecentHint' } as const

/** The shelf has items, but none that fits. */
export function NoneLeftNote({ pick, onClear }: { readonly pick: OwnPick | null; readonly onClear: () => void }): ReactElement {
  const text = useText()
  return (
    <StateNote
      icon={pick === 'liked' ? 'heart' : 'search'}
      title={text('gallery.noneLeftTitle')}
      hint={text(pick === null ? 'gallery.noneLeftHint' : NONE_PICKED_HINT[pick])}
    >
      <Button onClick={onClear}>{text('gallery.clear')}</Button>
    </StateNote>
  )
}

export function EmptyNote(): ReactElement {
  const text = useText()
  return <StateNote icon="compass" title={text('gallery.emptyTitle')} hint={text('gallery.emptyHint')} />
}
