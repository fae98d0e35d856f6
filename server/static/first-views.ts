import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { StaticFiles } from './static-files.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'
import { SCREEN_HEADS } from '#shared/domain/screen-head.ts'

/** A screen as the build drew it, for the place where the page draws. */
export interface FirstView {
  readonly html: string
  /** The style sheets that it needs, as paths. */
  readonly styles: readonly string[]
  /** Nothing is missing from it that comes with a script. */
  readonly isWhole: boolean
}

type Views = Readonly<Record<string, FirstView>>

/** All that the build drew ahead, by its address; nothing where it drew nothing. */
export function readFirstViews(files: Pick<StaticFiles, 'find'>): Views {
  const found = files.find('/first-views.json')
  return found === undefined ? {} : (JSON.parse(new TextDecoder().decode(found.bytes)) as Views)
}

/** What the build calls a screen by: its one address; below the articles' address tags are one of their own. */
export function drawnAddress(route: RouteName, isTag: boolean): string {
  return (SCREEN_HEADS[route].canonical ?? ROUTES[route]) + (isTag ? '#tag' : '')
}

/** The one of a route, where there is one. */
export function createFirstViews(
  files: Pick<StaticFiles, 'find'>,
): (route: RouteName | undefined, isTag: boolean) => FirstView | undefined {
  const views = readFirstViews(files)
  return (route, isTag) => (route === undefined ? undefined : views[drawnAddress(route, isTag)])
}
