import { beforeEach, expect, test, vi } from 'vitest'
import type { HeldPicture } from '#src/features/create/held-picture.ts'
import { fail, ok } from '#shared/result.ts'
import { AS_IT_IS } from '#src/bridge/create-image-client.ts'
import { preparedImage, settings } from './builders.ts'

const { readDraft, prepare } = vi.hoisted(() => ({ readDraft: vi.fn(), prepare: vi.fn() }))

vi.mock('#src/bridge/hub-client.ts', () => ({ hub: {} }))
vi.mock('#src/bridge/image-client.ts', () => ({
  imageClient: { prepare, look: () => new Promise(() => undefined) },
}))
vi.mock('#src/features/create/draft-store.ts', () => ({ readDraft, saveDraft: async () => undefined, saveDraftSoon: () => undefined }))

const picture: HeldPicture = {
  name: 'stored.jpg',
  source: { id: 'stored', file: new Blob(['stored']) },
  wish: AS_IT_IS,
  image: preparedImage,
  told: 'none',
}

async function openForm() {
  vi.resetModules()
  const { createState } = await import('#src/features/create/create-state.ts')
  const { heldPicture } = await import('#src/features/create/held-picture.ts')
  const { changeSettings, restoreDraft } = await import('#src/features/create/create-actions.ts')
  const { takePicture } = await import('#src/features/create/picture-actions.ts')
  const shown = () => ({ prompt: createState.settings.prompt, picture: heldPicture()?.name, slot: createState.picture.status })
  return { createState, shown, changeSettings, restoreDraft, takePicture }
}

beforeEach(() => {
  prepare.mockResolvedValue(ok(preparedImage))
  readDraft.mockResolvedValue({ settings: { ...settings, prompt: 'stored words' }, picture })
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

test('words written before the draft was read stay, and the stored picture comes beside them', async () => {
  const { shown, restoreDraft, changeSettings } = await openForm()
  const restored = restoreDraft()
  changeSettings({ prompt: 'new words' })
  await restored
  expect(shown()).toEqual({ prompt: 'new words', picture: 'stored.jpg', slot: 'ready' })
})

test('a file brought before the draft was read that is no good leaves the stored picture, with the refusal beside it', async () => {
  prepare.mockResolvedValue(fail({ code: 'image_broken', retry: 'never' }))
  const { createState, shown, restoreDraft, takePicture } = await openForm()
  await takePicture(new File(['bad'], 'bad.jpg'))
  await restoreDraft()
  expect(shown()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'ready' })
  expect(createState.picture).toMatchObject({ refusal: { name: 'bad.jpg', code: 'image_broken' } })
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
