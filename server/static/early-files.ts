import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { StaticFiles } from './static-files.ts'

interface Part {
  /** The name of its file below `src/pages`. */
  readonly page: string
  /** The file of texts that it waits for. */
  readonly words: string
}

const LANDING: Part = { page: 'landing-page', words: 'landing' }
/** The screens that people come to from elsewhere. */
const PARTS: Partial<Record<RouteName, Part>> = { landing: LANDING, index: LANDING, home: { page: 'home-page', words: 'home' } }

/** The files of the build that a screen needs beside the shell; those that the build does not name are asked for by the page itself. */
export function createEarlyFiles(files: StaticFiles): (route: RouteName | undefined) => readonly string[] {
  const found = files.find('/early-files.json')
  const pages = found === undefined ? {} : (JSON.parse(new TextDecoder().decode(found.bytes)) as Record<string, readonly string[]>)
  return (route) => {
    const part = route === undefined ? undefined : PARTS[route]
    const named = part === undefined ? undefined : pages[part.page]
    return part === undefined || named === undefined ? [] : [...named, `/locales/en/${part.words}.json`]
  }
}
