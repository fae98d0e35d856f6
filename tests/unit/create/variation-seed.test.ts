import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { CommitIntent, GenerationSettings } from '#shared/contract/commit-contract.ts'
import { MAX_SEED } from '#shared/domain/generation-options.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { draftRecord } from '#shared/storage/draft-record.ts'
import { createCommitForm } from '#src/create/commit-form.ts'
import { createComposer } from '#src/create/composer.ts'
import { restoreDraft } from '#src/create/follow-form.ts'
import { stalledImages, preparedImage, settings } from '../../fixtures/page/builders.ts'
import { memoryRecords } from './memory-records.ts'

const commit = vi.fn<(intent: CommitIntent) => Promise<Result<{ readonly id: string }>>>()
let nowMs: number

async function openForm() {
  const records = memoryRecords()
  const images = { ...stalledImages, prepare: async () => ok(preparedImage) }
  const composer = createComposer('CUSTOM', { images, records, owner: () => '' })
  const commitForm = createCommitForm({
    hub: { commit },
    nowMs: () => (nowMs += 2000),
    owner: () => '',
    promptHistory: { add: async () => undefined },
    lastTemplate: { remember: async () => undefined },
    askForNoticesOnce: () => undefined,
    announceOutcome: async () => undefined,
    showToast: async () => undefined,
  })
  await composer.slots[0].accept(new File([], 'photo.jpg'))
  await composer.drafts.flush()
  onTestFinished(() => {
    composer.slots[0].drop()
    composer.drafts.suspendSaving()
  })
  return {
    state: composer.state,
    commit: (priceCeiling: number) => commitForm(composer, priceCeiling, true),
    store: (storedSettings: GenerationSettings) =>
      records.write('image-to-video', draftRecord, { owner: '', settings: storedSettings, pictures: [null] }),
    restore: () => restoreDraft(composer),
  }
}

beforeEach(() => {
  nowMs = 0
  commit.mockReset().mockResolvedValue(ok({ id: 'commit' }))
})

test('a commit has the seed of its sketch, and the next one is sketched with another', async () => {
  const { state, commit: pressGenerate } = await openForm()
  const sketchedSeed = state.settings.seed ?? expect.unreachable()
  await pressGenerate(50)
  const intent = commit.mock.lastCall?.[0]
  expect(intent?.settings.seed).toBe(sketchedSeed)
  const nextSeed = state.settings.seed ?? expect.unreachable()
  expect(nextSeed).not.toBe(sketchedSeed)
  for (const seed of [sketchedSeed, nextSeed]) expect(Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED).toBe(true)
})

test('a refused commit retains its sketch', async () => {
  commit.mockResolvedValue(fail({ code: 'hub_unreachable', retry: 'now' }))
  const { state, commit: pressGenerate } = await openForm()
  const sketchedSeed = state.settings.seed
  await pressGenerate(50)
  expect(state.settings.seed).toBe(sketchedSeed)
})

test('a press after one without an answer is the same commit for the same form, and another one otherwise', async () => {
  const idOf = (call: number) => commit.mock.calls[call]?.[0].id
  const { commit: pressGenerate } = await openForm()
  commit.mockResolvedValue(fail({ code: 'hub_unreachable', retry: 'now' }))
  await pressGenerate(50)
  await pressGenerate(50)
  await pressGenerate(60)
  commit.mockResolvedValue(ok({ id: 'commit' }))
  await pressGenerate(60)
  await pressGenerate(60)
  const [firstId, sameId, dearerId, acceptedId, nextId] = [0, 1, 2, 3, 4].map(idOf)
  expect([sameId === firstId, dearerId === firstId, acceptedId === dearerId, nextId === acceptedId]).toEqual([true, false, true, false])
})

test('a draft is restored with its sketch; one from before sketches gets one', async () => {
  const { state, store, restore } = await openForm()
  await store({ ...settings, seed: 42 })
  await restore()
  expect(state.settings.seed).toBe(42)
  await store(settings)
  await restore()
  expect(state.settings.seed).toEqual(expect.any(Number))
})

test('a control that the model does not support stays in the form, and is not sent', async () => {
  const { state, commit: pressGenerate } = await openForm()
  state.settings = { ...state.settings, controls: { camera: 'rise', brush: undefined, speed: 2, negativePrompt: 'text' } }
  await pressGenerate(50)
  expect(commit.mock.lastCall?.[0].settings.controls).toEqual({ camera: 'rise', speed: 2 })
  expect(state.settings.controls).toMatchObject({ negativePrompt: 'text' })
  state.parameters = { ...state.parameters, series: [{ modelName: state.settings.modelName, controls: [], durationOptions: [] }] }
  await pressGenerate(50)
  expect(commit.mock.lastCall?.[0].settings.controls).toBeUndefined()
})
