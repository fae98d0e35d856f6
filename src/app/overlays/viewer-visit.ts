import { viewerTarget, isViewerPath, viewerSegments } from '#shared/domain/viewer-address.ts'

/**
 * The key of the viewer at a path, null where there is none. A new key remounts the viewer, which looks up its item
 * again. Each browser navigation changes it, and so does the account, which removes a creation from the screen at once.
 */
export function viewerVisit(path: string, steps: number, accountId: string): string | null {
  if (!isViewerPath(path)) return null
  const isOwn = viewerTarget(viewerSegments(path)).kind === 'creation'
  return isOwn ? `${steps} of ${accountId}` : `${steps}`
}
