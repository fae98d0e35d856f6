import { afterEach, expect, test, vi } from 'vitest'
import type { Template } from '#shared/api/templates.ts'
import { type RecordStore, SLOW_STORAGE_RETRY_MS } from '#shared/browser/record-store.ts'
import { fail, ok } from '#shared/result.ts'
import { draftRecord } from '#shared/storage/draft-record.ts'
import { createComposer } from '#src/create/composer.ts'
import { followForm } from '#src/create/follow-form.ts'
import { startTemplate } from '#src/gallery/start-template.ts'
import { forgetPendingEvents } from '#src/reporting/track.ts'
import { forgetPrefill, requestPrefill } from '#src/routing/prefill.ts'
import { stalledImages, settings } from '../../fixtures/page/builders.ts'
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
  forgetPrefill()
  forgetPendingEvents()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function readAddress() {
  vi.stubGlobal('navigator', {})
  return (await import('#src/create/prefill-from-address.ts')).prefillFromAddress
}

async function prefill(records: RecordStore) {
  const prefillFromAddress = await readAddress()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const composer = createComposer('CUSTOM', { images: stalledImages, records, owner: () => '' })
  stops.push(followForm(composer, sources), composer.drafts.suspendSaving)
  return prefillFromAddress(composer, recipe.id, async () => ok(recipe))
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
  const prefillResult = prefill({ ...records, update }).then((isStored) => ({ isStored, tries }))
  await vi.waitFor(() => expect(tries).toBe(1))
  await vi.advanceTimersByTimeAsync(2 * SLOW_STORAGE_RETRY_MS)
  expect(await prefillResult).toEqual({ isStored: true, tries: 2 })
  expect((await records.read('image-to-video', draftRecord))?.settings.prompt).toBe('a calm lake')
})

test('a pressed effect is prefilled once: its address loads nothing, the address of another one does', async () => {
  const prefillFromAddress = await readAddress()
  const composer = createComposer('TEMPLATE', { images: stalledImages, records: memoryRecords(), owner: () => '' })
  stops.push(followForm(composer, sources), composer.drafts.suspendSaving)
  const findTemplate = vi.fn(async (id: string) => ok({ ...recipe, id, bizType: 'TEMPLATE' as const, templateName: 'Linked' }))
  startTemplate({ ...recipe, id: 'neon', bizType: 'TEMPLATE', templateName: 'Neon' }, 'gallery', () => undefined)
  expect(await prefillFromAddress(composer, 'neon', findTemplate)).toBe(true)
  expect([findTemplate.mock.calls, composer.state.settings.templateName]).toEqual([[], 'Neon'])
  expect(await prefillFromAddress(composer, 'linked', findTemplate)).toBe(true)
  expect([findTemplate.mock.calls, composer.state.settings.templateName]).toEqual([[['linked']], 'Linked'])
})

test('an item of the address does not wait for a prefill of another form', async () => {
  const prefillFromAddress = await readAddress()
  const composer = createComposer('CUSTOM', { images: stalledImages, records: memoryRecords(), owner: () => '' })
  stops.push(followForm(composer, sources), composer.drafts.suspendSaving)
  requestPrefill({ bizType: 'HEAD_TAIL', settings: {}, pictures: [] })
  expect(await prefillFromAddress(composer, recipe.id, async () => ok(recipe))).toBe(true)
  expect(composer.state.settings.prompt).toBe('a calm lake')
})
