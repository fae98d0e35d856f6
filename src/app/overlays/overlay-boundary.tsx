import type { ReactElement, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { isCrawler } from '#shared/domain/is-crawler.ts'
import type { Crash } from '#src/platform/errors.ts'
import { text } from '#src/platform/i18n.ts'
import { showToast } from '#src/design/toast.ts'
import { ErrorBoundary } from '../error-boundary.tsx'

interface OverlayBoundaryProps {
  readonly children: ReactNode
  /**
   * Closes an overlay that the person opened, so that they can open it again, and reports the error. Without it, the
   * overlay disappears silently.
   */
  readonly close?: (() => void) | undefined
}

/** A crashed overlay is hidden until the next screen; the screen and other overlays keep working. */
export function OverlayBoundary({ children, close }: OverlayBoundaryProps): ReactElement {
  const [path] = useLocation()
  const end = (crash: Crash) => {
    if (close === undefined) return
    close()
    tell(crash)
  }
  return (
    <ErrorBoundary shows="nothing" resetKey={path} onCrash={end}>
      {children}
    </ErrorBoundary>
  )
}

function tell({ id }: Crash): void {
  if (isCrawler(navigator.userAgent)) return
  const words = { title: text('app.layerCrashed'), description: text('app.layerCrashedHint', { id }) }
  void showToast({ id: 'layer-crashed', color: 'error', ...words }).catch(() => undefined)
}
