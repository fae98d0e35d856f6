import { splitLocale } from './locale-prefix.ts'
import { type RouteName, matchRoute, ROUTES } from './screens.ts'

const VIEWER_SCREENS: ReadonlySet<RouteName> = new Set([
  'exploreDetail',
  'effectDetail',
  'startEndDetail',
  'templateDetail',
  'imageToVideoDetail',
])

/** Whether this path opens a viewer, with or without a locale prefix. Rule: docs/viewer.md, "Viewers". */
export function isViewerPath(path: string): boolean {
  const name = matchRoute(path)
  return name !== undefined && VIEWER_SCREENS.has(name)
}

/** The segments after the screen's own path, unescaped; empty without a viewer. */
export function viewerSegments(path: string): readonly string[] {
  return isViewerPath(path) ? detailSegments(path) : []
}

/** The segments after the path of any screen with a wildcard, unescaped; none elsewhere. Rule: docs/platform.md, "Routes". */
export function detailSegments(path: string): readonly string[] {
  const name = matchRoute(path)
  if (name === undefined || !ROUTES[name].endsWith('/*')) return []
  return splitLocale(path)
    .path.slice(ROUTES[name].length - 1)
    .split('/')
    .filter((segment) => segment !== '')
    .map(unescapeSegment)
}

/** The path of the screen to which a viewer's path belongs, with its locale prefix. */
export function levelAbove(path: string): string {
  const name = matchRoute(path)
  const { prefix } = splitLocale(path)
  return prefix + (name === undefined ? '/' : ROUTES[name].replace(/\/\*$/, ''))
}

function unescapeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The item that a viewer's address names. */
export type ViewerTarget = { readonly kind: 'creation'; readonly id: string } | { readonly kind: 'template'; readonly idOrSlug: string }

const CREATION_ID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/**
 * Parses the segments after the screen. A creation's id, with or without its batch, names the user's own creation; otherwise the last
 * segment is a gallery item's slug or id.
 */
export function viewerTarget(segments: readonly string[]): ViewerTarget {
  const id = segments.find((segment) => CREATION_ID.test(segment))
  if (id !== undefined) return { kind: 'creation', id: id.toLowerCase() }
  return { kind: 'template', idOrSlug: segments.at(-1) ?? '' }
}
