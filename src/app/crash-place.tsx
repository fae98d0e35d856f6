import type { ReactElement, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { CrashBoundary } from './crash-boundary.tsx'

/** A crash of one screen leaves header and navigation alive, and ends with the screen. */
export function CrashPlace({ children }: { readonly children: ReactNode }): ReactElement {
  const [path] = useLocation()
  return <CrashBoundary resetKey={path}>{children}</CrashBoundary>
}
