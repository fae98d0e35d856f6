import { openRecords } from '#shared/browser/record-store.ts'
import { COMPOSER_DATABASE } from '#shared/storage/keys.ts'
import { createLastTemplate } from './create-last-template.ts'

export const lastTemplate = createLastTemplate({ records: openRecords(COMPOSER_DATABASE), nowMs: Date.now })
