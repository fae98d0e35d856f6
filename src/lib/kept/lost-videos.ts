import type { Creation } from '#shared/api/generation.ts'
import { keptPaths } from './kept-paths.ts'

export interface LostVideo {
  readonly creation: Creation
  readonly paths: string[]
}

/** Which of these creations have their video among the files of no record, with all of their files that lie here. */
export function lostVideos(own: readonly Creation[], unused: readonly string[], here: readonly string[]): readonly LostVideo[] {
  const lost = new Set(unused)
  const all = new Set(here)
  return own.flatMap((creation) => {
    const paths = keptPaths(creation)
    return lost.has(paths[0] ?? '') ? [{ creation, paths: paths.filter((path) => all.has(path)) }] : []
  })
}
