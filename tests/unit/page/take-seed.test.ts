import { beforeEach, expect, test, vi } from 'vitest'
import type { CommitIntent } from '#shared/contract/commit-contract.ts'
import { MAX_SEED } from '#shared/domain/generation-options.ts'
import { fail, ok } from '#shared/result.ts'
import { preparedImage, settings } from './builders.ts'

const { commit, readDraft } = vi.hoisted(() => ({ commit: vi.fn(), readDraft: vi.fn() }))

vi.mock('#src/bridge/hub-client.ts', () => ({ hub: { api: { commit } } }))
vi.mock('#src/bridge/image-client.ts', () => ({
  imageClient: { prepare: async () => ok(preparedImage), look: () => new Promise(() => undefined) },
}))
vi.mock('#src/features/create/create-draft-store.ts', () => ({
  createDraftStore: () => ({ read: readDraft, save: async () => undefined, saveSoon: () => undefined }),
}))
vi.mock('#src/lib/announce-outcome.ts', () => ({ announceOutcome: async () => undefined }))
vi.mock('#src/lib/stored-business-user-id.ts', () => ({ storedBusinessUserId: () => '' }))
vi.mock('#src/lib/notice-permission.ts', () => ({ askForNoticesOnce: () => undefined }))
vi.mock('#src/ui/toast.ts', () => ({ showToast: async () => undefined }))

async function openForm() {
  vi.resetModules()
  const { COMPOSERS } = await import('#src/features/create/composer.ts')
  const { commitForm } = await import('#src/features/create/commit-form.ts')
  const { restoreDraft } = await import('#src/features/create/form-actions.ts')
  const composer = COMPOSERS.CUSTOM
  await composer.desks[0].take(new File([], 'photo.jpg'))
  return {
    state: composer.state,
    commit: (priceCeiling: number) => commitForm(composer, priceCeiling, true),
    restore: () => restoreDraft(composer),
  }
}

beforeEach(() => {
  commit.mockReset().mockResolvedValue(ok(null))
  readDraft.mockReset()
})

test('a commit carries the seed that was sketched, and the next one is sketched with another', async () => {
  const { state, commit: press } = await openForm()
  const sketched = state.settings.seed ?? expect.unreachable()
  await press(50)
  const intent = commit.mock.lastCall?.[0] as CommitIntent | undefined
  expect(intent?.settings.seed).toBe(sketched)
  const next = state.settings.seed ?? expect.unreachable()
  expect(next).not.toBe(sketched)
  for (const seed of [sketched, next]) expect(Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED).toBe(true)
})

test('a commit that was not taken keeps its sketch', async () => {
  commit.mockResolvedValue(fail({ code: 'hub_unreachable', retry: 'now' }))
  const { state, commit: press } = await openForm()
  const sketched = state.settings.seed
  await press(50)
  expect(state.settings.seed).toBe(sketched)
})

test('a press after one that was not answered is the same commit as long as the form is the same, and another one afterwards', async () => {
  const idOf = (call: number) => (commit.mock.calls[call]?.[0] as CommitIntent | undefined)?.id
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 2000))
  const { commit: press } = await openForm()
  commit.mockResolvedValue(fail({ code: 'hub_unreachable', retry: 'now' }))
  await press(50)
  await press(50)
  await press(60)
  commit.mockResolvedValue(ok(null))
  await press(60)
  await press(60)
  const [first, same, dearer, taken, next] = [0, 1, 2, 3, 4].map(idOf)
  expect([same === first, dearer === first, taken === dearer, next === taken]).toEqual([true, false, true, false])
  vi.restoreAllMocks()
})

test('a draft comes back with its sketch; one from before there were sketches gets one', async () => {
  const { state, restore } = await openForm()
  readDraft.mockResolvedValue({ settings: { ...settings, seed: 42 }, pictures: [null] })
  await restore()
  expect(state.settings.seed).toBe(42)
  readDraft.mockResolvedValue({ settings, pictures: [null] })
  await restore()
  expect(state.settings.seed).toEqual(expect.any(Number))
})
