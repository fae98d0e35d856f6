import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { StaticFiles } from './static-files.ts'
import { textsAddress } from '#shared/domain/message-rules.ts'
import { drawnAddress } from './first-views.ts'

/** What a screen needs beside the shell. */
interface Early {
  readonly files: readonly string[]
  /** The names of files of texts. */
  readonly words: readonly string[]
}

/** The addresses of what a screen needs beside the shell; what the build does not name is asked for by the page itself. */
export function createEarlyFiles(files: StaticFiles): (route: RouteName | undefined, isTag: boolean) => readonly string[] {
  const found = files.find('/early-files.json')
  const screens = found === undefined ? {} : (JSON.parse(new TextDecoder().decode(found.bytes)) as Record<string, Early>)
  return (route, isTag) => {
    const early = route === undefined ? undefined : screens[drawnAddress(route, isTag)]
    if (early === undefined) return []
    return [...early.files, ...early.words.map((name) => textsAddress(`en/${name}`, files.builtAtMs ?? 0))]
  }
}
