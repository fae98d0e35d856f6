import type { ReactElement, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { isCrawler } from '#shared/domain/is-crawler.ts'
import type { Crash } from '#src/platform/errors.ts'
import { text } from '#src/platform/i18n.ts'
import { showToast } from '#src/design/toast.ts'
import { ErrorBoundary } from '../error-boundary.tsx'

interface OverlayBoundaryProps {
  readonly children: ReactNode
  /** Closes what somebody has asked for, so that it can be asked for again; they are told. What nobody asked for goes without a word. */
  readonly close?: (() => void) | undefined
}

/** What lies over the screens and crashes is gone until the next screen; the screen, and whatever else lies there, lives on. */
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
