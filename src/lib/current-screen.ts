import { useLocation } from 'wouter'
import type { RouteName } from '#shared/domain/route-patterns.ts'
import { matchRoute } from '#shared/domain/route-patterns.ts'

/** The screen of the current address; undefined where there is none. */
export function useCurrentScreen(): RouteName | undefined {
  const [path] = useLocation()
  return matchRoute(path)
}
