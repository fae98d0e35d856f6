import { type RouteName, ROUTES, screenHead } from '#shared/domain/screens.ts'
import { textsAddress } from '#shared/domain/message-rules.ts'
import type { StaticFiles } from './static-files.ts'

/** A screen prerendered by the build. */
export interface FirstView {
  readonly html: string
  /** Paths of its style sheets. */
  readonly styles: readonly string[]
  /** Whether it is complete without scripts. */
  readonly isWhole: boolean
}

type Views = Readonly<Record<string, FirstView>>

/** All prerendered screens by address; empty without any. */
export function readFirstViews(files: Pick<StaticFiles, 'find'>): Views {
  const found = files.find('/first-views.json')
  return found === undefined ? {} : (JSON.parse(new TextDecoder().decode(found.bytes)) as Views)
}

/** The build's key of a screen: its canonical address; all tags share one. */
function drawnAddress(route: RouteName, isTag: boolean): string {
  return (screenHead(route).canonical ?? ROUTES[route]) + (isTag ? '#tag' : '')
}

/** The prerendered screen of a route, if any. */
export function createFirstViews(
  files: Pick<StaticFiles, 'find'>,
): (route: RouteName | undefined, isTag: boolean) => FirstView | undefined {
  const views = readFirstViews(files)
  return (route, isTag) => (route === undefined ? undefined : views[drawnAddress(route, isTag)])
}

/** Files that a screen needs beside the shell. */
interface Early {
  readonly files: readonly string[]
  /** Names of text files. */
  readonly words: readonly string[]
}

/** The addresses that a screen preloads beside the shell; the page requests all others itself. */
export function createPreloads(files: StaticFiles): (route: RouteName | undefined, isTag: boolean) => readonly string[] {
  const found = files.find('/early-files.json')
  const screens = found === undefined ? {} : (JSON.parse(new TextDecoder().decode(found.bytes)) as Record<string, Early>)
  return (route, isTag) => {
    const early = route === undefined ? undefined : screens[drawnAddress(route, isTag)]
    if (early === undefined) return []
    return [...early.files, ...early.words.map((name) => textsAddress(`en/${name}`, files.builtAtMs ?? 0))]
  }
}
