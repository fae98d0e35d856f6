import { matchRoute, ROUTES, splitLocale } from '#shared/domain/route-patterns.ts'
import type { RouteName } from '#shared/domain/route-patterns.ts'

const DETAILS: ReadonlySet<RouteName> = new Set(['exploreDetail', 'effectDetail', 'startEndDetail', 'templateDetail', 'imageToVideoDetail'])

/** Whether a viewer stands at this path, with or without a locale in front. */
export function isViewerPath(path: string): boolean {
  const name = matchRoute(path)
  return name !== undefined && DETAILS.has(name)
}

/** The parts behind the screen's own path, unescaped; none where no viewer stands. */
export function viewerSegments(path: string): readonly string[] {
  const name = matchRoute(path)
  if (name === undefined || !DETAILS.has(name)) return []
  return splitLocale(path)
    .path.slice(ROUTES[name].length - 1)
    .split('/')
    .filter((segment) => segment !== '')
    .map(unescaped)
}

/** The screen one level above a viewer's path, with the locale that the path has. */
export function levelAbove(path: string): string {
  const name = matchRoute(path)
  const { prefix } = splitLocale(path)
  return prefix + (name === undefined ? '/' : ROUTES[name].replace(/\/\*$/, ''))
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
