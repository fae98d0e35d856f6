import type { Result } from '#shared/result.ts'
import * as templates from '#shared/api/templates.ts'
import { callPath } from '#shared/api/define-call.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { TEMPLATE_DATABASE } from '#shared/storage/records.ts'
import { templateListRecord } from '#shared/storage/page-records.ts'
import { onGalleryUpdate } from '#src/browser/service-worker-messages.ts'
import { api } from '#src/hub-client/api.ts'
import { proxy, ref } from '#src/store/state.ts'
import { type ListName, type ListState, type TemplateLists, createTemplateReader, LIST_NAMES } from './template-reader.ts'

const CALLS = {
  explore: templates.getExplore,
  effects: templates.getEffects,
  new: templates.getNewTemplates,
  hot: templates.getHotTemplates,
  popular: templates.getPopularTemplates,
} as const
const WHOLE_LIST = { curPage: 1, pageSize: templates.MAX_TEMPLATE_PAGE } as const

const records = openRecords(TEMPLATE_DATABASE)

/** The state of each list of gallery items. The items are plain objects and do not change until the list is loaded again. */
export const templateLists = proxy<TemplateLists>({
  explore: emptyList(),
  effects: emptyList(),
  new: emptyList(),
  hot: emptyList(),
  popular: emptyList(),
})

const reader = createTemplateReader(templateLists, ref, {
  read: (listName, onCached) => api.call(CALLS[listName], WHOLE_LIST, { onCached }),
  readBySlug: (slug) => api.call(templates.getTemplateByPath, { path: slug }),
  readById: (templateId) => api.call(templates.getTemplate, { templateId }),
  readStored: (listName) => records.read(listName, templateListRecord),
  store: (listName, list) => records.write(listName, templateListRecord, list),
  nowMs: Date.now,
})

onGalleryUpdate((path) => {
  const listName = LIST_NAMES.find((name) => callPath(CALLS[name]) === path)
  if (listName !== undefined) void reader.renew(listName)
})

/** Shows a list, and requests it again if it is outdated. A failure is in the list's `problem`. */
export function loadTemplates(listName: ListName): Promise<void> {
  return reader.load(listName)
}

/**
 * Finds an item by its id or by the last segment of its address, in the lists or on the server. Error H4001 for an unknown item.
 */
export function findTemplate(idOrSlug: string): Promise<Result<templates.Template>> {
  return reader.find(idOrSlug)
}

function emptyList(): ListState {
  return { items: [], totalSize: 0, status: 'loading', problem: null }
}
