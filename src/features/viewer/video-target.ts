import { viewerTarget } from '#shared/domain/viewer-target.ts'
import { linkToDetail } from '#src/lib/routes.ts'
import { viewerItemPath } from '#src/lib/viewer-item.ts'
import { coldFinder } from './cold-finder.ts'

/** Where a video's own address leads: to its detail; one that cannot be found, or not now, to where that is said. */
export async function videoTarget(id: string): Promise<string> {
  const found = await coldFinder.findAhead(viewerTarget([id]))
  return found.ok ? viewerItemPath(found.value) : linkToDetail('exploreDetail', id)
}
