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
vi.mock('#src/features/create/draft-store.ts', () => ({ readDraft, saveDraft: async () => undefined, saveDraftSoon: () => undefined }))
vi.mock('#src/lib/announce-outcome.ts', () => ({ announceOutcome: async () => undefined }))
vi.mock('#src/lib/notice-permission.ts', () => ({ askForNoticesOnce: () => undefined }))
vi.mock('#src/ui/toast.ts', () => ({ showToast: async () => undefined }))

async function openForm() {
  vi.resetModules()
  const { createState } = await import('#src/features/create/create-state.ts')
  const { commitForm, restoreDraft } = await import('#src/features/create/create-actions.ts')
  const { takePicture } = await import('#src/features/create/picture-actions.ts')
  await takePicture(new File([], 'photo.jpg'))
  return { createState, commitForm, restoreDraft }
}

beforeEach(() => {
  commit.mockReset().mockResolvedValue(ok(null))
  readDraft.mockReset()
})

test('a commit carries the seed that was sketched, and the next one is sketched with another', async () => {
  const { createState, commitForm } = await openForm()
  const sketched = createState.settings.seed ?? expect.unreachable()
  await commitForm(50)
  const intent = commit.mock.lastCall?.[0] as CommitIntent | undefined
  expect(intent?.settings.seed).toBe(sketched)
  const next = createState.settings.seed ?? expect.unreachable()
  expect(next).not.toBe(sketched)
  for (const seed of [sketched, next]) expect(Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED).toBe(true)
})

test('a commit that was not taken keeps its sketch', async () => {
  commit.mockResolvedValue(fail({ code: 'hub_unreachable', retry: 'now' }))
  const { createState, commitForm } = await openForm()
  const sketched = createState.settings.seed
  await commitForm(50)
  expect(createState.settings.seed).toBe(sketched)
})

test('a draft comes back with its sketch; one from before there were sketches gets one', async () => {
  const { createState, restoreDraft } = await openForm()
  readDraft.mockResolvedValue({ settings: { ...settings, seed: 42 }, picture: null })
  await restoreDraft()
  expect(createState.settings.seed).toBe(42)
  readDraft.mockResolvedValue({ settings, picture: null })
  await restoreDraft()
  expect(createState.settings.seed).toEqual(expect.any(Number))
})
