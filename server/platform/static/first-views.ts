import type { RouteName } from '#shared/domain/route-patterns.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'
import { SCREEN_HEADS } from '#shared/domain/screen-head.ts'
import { textsAddress } from '#shared/domain/message-rules.ts'
import type { StaticFiles } from './static-files.ts'

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
function drawnAddress(route: RouteName, isTag: boolean): string {
  return (SCREEN_HEADS[route].canonical ?? ROUTES[route]) + (isTag ? '#tag' : '')
}

/** The one of a route, where there is one. */
export function createFirstViews(
  files: Pick<StaticFiles, 'find'>,
): (route: RouteName | undefined, isTag: boolean) => FirstView | undefined {
  const views = readFirstViews(files)
  return (route, isTag) => (route === undefined ? undefined : views[drawnAddress(route, isTag)])
}

/** What a screen needs beside the shell. */
interface Early {
  readonly files: readonly string[]
  /** The names of files of texts. */
  readonly words: readonly string[]
}

/** The addresses of what a screen needs beside the shell; what the build does not name is asked for by the page itself. */
export function createPreloads(files: StaticFiles): (route: RouteName | undefined, isTag: boolean) => readonly string[] {
  const found = files.find('/early-files.json')
  const screens = found === undefined ? {} : (JSON.parse(new TextDecoder().decode(found.bytes)) as Record<string, Early>)
  return (route, isTag) => {
    const early = route === undefined ? undefined : screens[drawnAddress(route, isTag)]
    if (early === undefined) return []
    return [...early.files, ...early.words.map((name) => textsAddress(`en/${name}`, files.builtAtMs ?? 0))]
  }
}
