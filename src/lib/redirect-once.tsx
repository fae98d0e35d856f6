import type { ReactElement } from 'react'
import { Redirect } from 'wouter'
import { useIsOnTheWay } from './shown-location.tsx'

/** Another screen takes this one's place. Who is on the way to another one already is led nowhere else. */
export function RedirectOnce({ to }: { readonly to: string }): ReactElement | null {
  return useIsOnTheWay() ? null : <Redirect to={to} replace />
}
