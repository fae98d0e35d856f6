import { Component, Suspense } from 'react'
import { isCrawler } from '#shared/domain/is-crawler.ts'
import { type Crash, crashOf, noteError } from '#src/reporting/errors.ts'
import { text } from '#src/i18n/i18n.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { useLocation } from '#src/routing/routes.ts'
import { showToast } from '#src/design/toast.ts'
import styles from './error-boundary.module.css'

/** The text of a crash until the code and the texts of the full note are loaded, in English. */
const FALLBACK_TEXT = 'Internal Server Error'

const ErrorNote = lazyPart([], async () => (await import('./error-note.tsx')).ErrorNote)

interface CrashBoundaryProps {
  readonly children: React.ReactNode
  /** A key. When it changes, the children are rendered again after a crash. */
  readonly resetKey: string
  /** What replaces the crashed content: a note, a whole page (if there is no layout around it), or nothing (for an overlay). */
  readonly shows?: 'note' | 'page' | 'nothing'
  readonly onCrash?: (crash: Crash) => void
}

interface CrashState {
  readonly crash: Crash | null
  readonly resetKey: string
}

/**
 * Limits a crash to its children; the content around them continues to work. Crawlers get no error page, because they would index
 * it.
 */
export class ErrorBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { crash: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Pick<CrashState, 'crash'> {
    return { crash: crashOf(error, Date.now()) }
  }

  static getDerivedStateFromProps({ resetKey }: CrashBoundaryProps, state: CrashState): CrashState | null {
    return state.resetKey === resetKey ? null : { resetKey, crash: null }
  }

  override componentDidCatch(error: unknown): void {
    const { crash } = this.state
    const { id = '' } = crash ?? {}
    console.error(`A component failed to render, error ${id}.`, error)
    noteError({ kind: 'drawing', id, error })
    if (crash !== null) this.props.onCrash?.(crash)
  }

  override render(): React.ReactNode {
    const { children, shows = 'note' } = this.props
    const { crash } = this.state
    if (crash === null) return children
    if (shows === 'nothing' || isCrawler(navigator.userAgent)) return null
    const note = (
      <Suspense fallback={<BareNote />}>
        <ErrorNote key={crash.id} crash={crash} />
      </Suspense>
    )
    return shows === 'page' ? <main className={styles['whole']}>{note}</main> : note
  }
}

/** A minimal note, shown until the full note is loaded or if it can't be loaded. */
function BareNote() {
  return <h1 className={styles['bare']}>{FALLBACK_TEXT}</h1>
}

interface OverlayBoundaryProps {
  readonly children: React.ReactNode
  /**
   * Closes an overlay that the user opened, so that the user can open it again. The crash is then reported. Without `close`, the
   * overlay disappears silently.
   */
  readonly close?: (() => void) | undefined
}

/** Hides an overlay that has crashed until the next screen. The screen and other overlays continue to work. */
export function OverlayBoundary({ children, close }: OverlayBoundaryProps) {
  const [path] = useLocation()
  const closeAndNotify = (crash: Crash) => {
    if (close === undefined) return
    close()
    showCrashToast(crash)
  }
  return (
    <ErrorBoundary shows="nothing" resetKey={path} onCrash={closeAndNotify}>
      {children}
    </ErrorBoundary>
  )
}

function showCrashToast({ id }: Crash): void {
  if (isCrawler(navigator.userAgent)) return
  const words = { title: text('app.layerCrashed'), description: text('app.layerCrashedHint', { id }) }
  void showToast({ id: 'layer-crashed', color: 'error', ...words }).catch(() => undefined)
}
