import { afterEach, expect, test, vi } from 'vitest'
import type { Template } from '#shared/api/templates.ts'
import { type RecordStore, SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import { fail, ok } from '#shared/result.ts'
import { draftRecord } from '#shared/storage/draft-record.ts'
import { createComposer } from '#src/create/composer.ts'
import { followForm } from '#src/create/form-actions.ts'
import { heldUpImages, settings } from '../../fixtures/page/builders.ts'
import { memoryRecords } from './memory-records.ts'

const sources = {
  fetchMedia: () => Promise.reject(new Error('nothing is fetched')),
  promptHistory: { load: async () => undefined },
  lastTemplate: { recall: async () => null },
}
const { modelName: videoModel, duration: videoLength, resolution: videoResolution } = settings
const choices = { videoModel, videoLength, videoResolution }
const recipe = { id: 'rain', bizType: 'CUSTOM', templateName: 'Rain', prompt: 'a calm lake', ...choices } as Template

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function prefill(records: RecordStore) {
  vi.stubGlobal('navigator', {})
  const { prefillForTemplate } = await import('#src/create/effect-choice.ts')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const composer = createComposer('CUSTOM', { images: heldUpImages, records, owner: () => '' })
  stops.push(followForm(composer, sources), composer.drafts.keepAsStored)
  return prefillForTemplate(composer, recipe.id, async () => ok(recipe))
}

test('an effect of the address is not reported as stored while the device is full', async () => {
  const update = async () => fail({ code: 'storage_full', retry: 'never' } as const)
  expect(await prefill({ ...memoryRecords(), update })).toBe(false)
})

test('an effect of the address is reported as stored once a slow device has stored the draft', async () => {
  const records = memoryRecords()
  let tries = 0
  const update: RecordStore['update'] = async (key, record, change) => {
    tries += 1
    return tries === 1 ? fail({ code: 'storage_slow', retry: 'later' }) : records.update(key, record, change)
  }
  const answer = prefill({ ...records, update }).then((isStored) => ({ isStored, tries }))
  await vi.waitFor(() => expect(tries).toBe(1))
  await vi.advanceTimersByTimeAsync(2 * SLOW_STORAGE_RETRY_MS)
  expect(await answer).toEqual({ isStored: true, tries: 2 })
  expect((await records.read('image-to-video', draftRecord))?.settings.prompt).toBe('a calm lake')
})
