import { type RecordStore, openRecords } from '#shared/browser/record-store.ts'
import { type LastTemplate, lastTemplateRecord } from '#shared/storage/last-template-record.ts'
import { LAST_TEMPLATE_RETENTION_MS } from '#shared/domain/gallery-rules.ts'
import { LAST_TEMPLATE_KEY, COMPOSER_DATABASE } from '#shared/storage/records.ts'

interface LastTemplateDeps {
  readonly records: RecordStore
  readonly nowMs: () => number
}

/** The effect that was chosen last on this device. It expires after LAST_TEMPLATE_RETENTION_MS. */
export function createLastTemplate({ records, nowMs }: LastTemplateDeps) {
  let lastRead: Promise<LastTemplate | null> | undefined

  async function read(): Promise<LastTemplate | null> {
    return (await records.read(LAST_TEMPLATE_KEY, lastTemplateRecord)) ?? null
  }

  function isRecent({ chosenAtMs }: LastTemplate): boolean {
    const ageMs = nowMs() - chosenAtMs
    return ageMs >= 0 && ageMs < LAST_TEMPLATE_RETENTION_MS
  }

  return {
    /** The effect; null if none was chosen or the choice has expired. */
    async recall(): Promise<LastTemplate | null> {
      const currentRead = (lastRead ??= read())
      await currentRead
      const choice = await lastRead
      return choice !== null && isRecent(choice) ? choice : null
    },
    async remember(template: Pick<LastTemplate, 'templateId' | 'templateName'>): Promise<void> {
      const choice = { ...template, chosenAtMs: nowMs() }
      lastRead = Promise.resolve(choice)
      await records.write(LAST_TEMPLATE_KEY, lastTemplateRecord, choice)
    },
    async forget(): Promise<void> {
      lastRead = Promise.resolve(null)
      await records.remove(LAST_TEMPLATE_KEY)
    },
  }
}

export const lastTemplate = createLastTemplate({ records: openRecords(COMPOSER_DATABASE), nowMs: Date.now })
