import { beforeEach, expect, test, vi } from 'vitest'
import type { HeldPicture } from '#src/features/create/create-holding.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { fail, ok } from '#shared/result.ts'
import { AS_IT_IS } from '#src/bridge/create-image-client.ts'
import { preparedImage, settings } from './builders.ts'

const { readDraft, prepare } = vi.hoisted(() => ({ readDraft: vi.fn(), prepare: vi.fn() }))

vi.mock('#src/bridge/hub-client.ts', () => ({ hub: {} }))
vi.mock('#src/bridge/image-client.ts', () => ({
  imageClient: { prepare, look: () => new Promise(() => undefined) },
}))
vi.mock('#src/features/create/create-draft-store.ts', () => ({
  createDraftStore: () => ({ read: readDraft, save: async () => undefined, saveSoon: () => undefined }),
}))

const picture: HeldPicture = {
  name: 'stored.jpg',
  source: { id: 'stored', file: new Blob(['stored']) },
  wish: AS_IT_IS,
  image: preparedImage,
  told: 'none',
}

async function openForm() {
  vi.resetModules()
  const { COMPOSERS } = await import('#src/features/create/composer.ts')
  const form = await import('#src/features/create/form-actions.ts')
  const composer = COMPOSERS.CUSTOM
  const [desk] = composer.desks
  const shown = () => ({ prompt: composer.state.settings.prompt, picture: desk.held()?.name, slot: desk.state.picture.status })
  const restoreDraft = () => form.restoreDraft(composer)
  const changeSettings = (change: Partial<GenerationSettings>) => form.changeSettings(composer, change)
  return { desk, shown, changeSettings, restoreDraft, takePicture: desk.take }
}

beforeEach(() => {
  prepare.mockResolvedValue(ok(preparedImage))
  readDraft.mockResolvedValue({ settings: { ...settings, prompt: 'stored words' }, pictures: [picture] })
})

test('the form comes back as it was left', async () => {
  const { shown, restoreDraft } = await openForm()
  await restoreDraft()
  expect(shown()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'ready' })
})

test('a picture brought before the draft was read stays, and the stored words come beside it', async () => {
  const { shown, restoreDraft, takePicture } = await openForm()
  const taken = takePicture(new File(['new'], 'new.jpg'))
  await Promise.all([restoreDraft(), taken])
  expect(shown()).toEqual({ prompt: 'stored words', picture: 'new.jpg', slot: 'ready' })
})

test('a choice made before the draft was read stays, and the stored words come beside it', async () => {
  const { shown, restoreDraft, changeSettings } = await openForm()
  const restored = restoreDraft()
  changeSettings({ aiMusic: 1 })
  await restored
  expect(shown()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'ready' })
})

test('words that were taken away again before the draft was read stay away', async () => {
  const { shown, restoreDraft, changeSettings } = await openForm()
  const restored = restoreDraft()
  changeSettings({ prompt: 'new words' })
  changeSettings({ prompt: '' })
  await restored
  expect(shown()).toMatchObject({ prompt: '' })
})

test('words written before the draft was read stay, and the stored picture comes beside them', async () => {
  const { shown, restoreDraft, changeSettings } = await openForm()
  const restored = restoreDraft()
  changeSettings({ prompt: 'new words' })
  await restored
  expect(shown()).toEqual({ prompt: 'new words', picture: 'stored.jpg', slot: 'ready' })
})

test('a file brought before the draft was read that is no good leaves the stored picture, with the refusal beside it', async () => {
  prepare.mockResolvedValue(fail({ code: 'image_broken', retry: 'never' }))
  const { desk, shown, restoreDraft, takePicture } = await openForm()
  await takePicture(new File(['bad'], 'bad.jpg'))
  await restoreDraft()
  expect(shown()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'ready' })
  expect(desk.state.picture).toMatchObject({ refusal: { name: 'bad.jpg', code: 'image_broken' } })
})

test('a stored picture does not cover a new one that is still being prepared, and is there when that one fails', async () => {
  let answer: (value: unknown) => void = () => undefined
  prepare.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const { shown, restoreDraft, takePicture } = await openForm()
  const taken = takePicture(new File(['bad'], 'bad.jpg'))
  await restoreDraft()
  expect(shown()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'preparing' })
  answer(fail({ code: 'image_broken', retry: 'never' }))
  await taken
  expect(shown()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'ready' })
})
