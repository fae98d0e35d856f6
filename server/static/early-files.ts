import type { RouteName } from '#shared/domain/route-patterns.ts'
import type { StaticFiles } from './static-files.ts'
import { textsAddress } from '#shared/domain/message-rules.ts'
import { earlyPart } from './early-parts.ts'

/** The files of the build that a screen needs beside the shell; those that the build does not name are asked for by the page itself. */
export function createEarlyFiles(files: StaticFiles): (route: RouteName | undefined) => readonly string[] {
  const found = files.find('/early-files.json')
  const pages = found === undefined ? {} : (JSON.parse(new TextDecoder().decode(found.bytes)) as Record<string, readonly string[]>)
  return (route) => {
    const part = earlyPart(route)
    const named = part === undefined ? undefined : pages[part.page]
    if (part === undefined || named === undefined) return []
    return [...named, ...part.words.map((name) => textsAddress(`en/${name}`, files.builtAtMs ?? 0))]
  }
}
