import { getHistory, queryTask } from '#shared/api/generation.ts'
import { api } from '#src/lib/api.ts'
import { storedCreations } from '#src/lib/stored-creations.ts'
import { findTemplate, loadTemplates, templateLists } from '#src/lib/templates/template-lists.ts'
import { createColdFinder } from './create-cold-finder.ts'

/** Finds what an address shows among the galleries, the person's creations and what this device holds of them. */
export const coldFinder = createColdFinder({
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
