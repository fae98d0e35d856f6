import { beforeEach, expect, test, vi } from 'vitest'
import type { HeldPicture } from '#src/features/create/held-picture.ts'
import { ok } from '#shared/result.ts'
import { AS_IT_IS } from '#src/bridge/create-image-client.ts'
import { preparedImage, settings } from './builders.ts'

const { readDraft } = vi.hoisted(() => ({ readDraft: vi.fn() }))

vi.mock('#src/bridge/hub-client.ts', () => ({ hub: {} }))
vi.mock('#src/bridge/image-client.ts', () => ({
  imageClient: { prepare: async () => ok(preparedImage), look: () => new Promise(() => undefined) },
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
  const shown = () => ({ prompt: createState.settings.prompt, picture: heldPicture()?.name })
  return { shown, changeSettings, restoreDraft, takePicture }
}

beforeEach(() => {
  readDraft.mockResolvedValue({ settings: { ...settings, prompt: 'stored words' }, picture })
})

test('the form comes back as it was left', async () => {
  const { shown, restoreDraft } = await openForm()
  await restoreDraft()
  expect(shown()).toEqual({ prompt: 'stored words', picture: 'stored.jpg' })
})

test('a picture brought before the draft was read stays, and the stored words come beside it', async () => {
  const { shown, restoreDraft, takePicture } = await openForm()
  const taken = takePicture(new File(['new'], 'new.jpg'))
  await Promise.all([restoreDraft(), taken])
  expect(shown()).toEqual({ prompt: 'stored words', picture: 'new.jpg' })
})

test('words written before the draft was read stay, and the stored picture comes beside them', async () => {
  const { shown, restoreDraft, changeSettings } = await openForm()
  const restored = restoreDraft()
  changeSettings({ prompt: 'new words' })
  await restored
  expect(shown()).toEqual({ prompt: 'new words', picture: 'stored.jpg' })
})
