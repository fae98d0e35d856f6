import { viewerTarget, isViewerPath, viewerSegments } from '#shared/domain/viewer-address.ts'

/**
 * Names what stands at a path, null where no viewer does: another name is another viewer, which looks for its item anew. Each step of the
 * browser may lead to another item, and to whom a creation belongs counts too: with another account it is gone from the screen at once.
 */
export function viewerVisit(path: string, steps: number, accountId: string): string | null {
  if (!isViewerPath(path)) return null
  const isOwn = viewerTarget(viewerSegments(path)).kind === 'creation'
  return isOwn ? `${steps} of ${accountId}` : `${steps}`
}
