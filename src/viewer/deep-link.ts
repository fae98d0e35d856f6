import { getHistory, queryTask } from '#shared/api/generation.ts'
import { api } from '#src/platform/api.ts'
import { storedCreations } from '#src/creations/stored-creations.ts'
import { findTemplate, loadTemplates, templateLists } from '#src/gallery/template-lists.ts'
import { viewerTarget } from '#shared/domain/viewer-address.ts'
import { linkToDetail } from '#src/platform/routes.ts'
import { viewerItemPath } from '#src/platform/open-viewer.ts'
import { createDeepLinkResolver } from './deep-link-resolver.ts'

/** Resolves addresses against the galleries, the person's creations and this device's copies. */
export const deepLinkResolver = createDeepLinkResolver({
  findTemplate,
  findCreation: (taskId) => api.call(queryTask, { taskId }),
  async readShelf(shelf) {
    await loadTemplates(shelf)
    return templateLists[shelf].items
  },
  readHistory: (taskStatus, curPage, pageSize) => api.call(getHistory, { taskStatus, curPage, pageSize }),
  storedCreations,
  nowMs: () => performance.now(),
})

/** The redirect of a video's address: to its detail, or to a screen that reports the failure. */
export async function videoTarget(id: string): Promise<string> {
  const found = await deepLinkResolver.findAhead(viewerTarget([id]))
  return found.ok ? viewerItemPath(found.value) : linkToDetail('exploreDetail', id)
}
