import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { FormPicture } from '#src/create/current-picture.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { PreparedImage } from '#shared/contract/image-contract.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { draftRecord, draftSourceRecord } from '#shared/storage/draft-record.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { createComposer } from '#src/create/composer.ts'
import { changeSettings } from '#src/create/form-actions.ts'
import { restoreDraft } from '#src/create/follow-form.ts'
import { stalledImages, preparedImage, settings } from '../../fixtures/page/builders.ts'
import { memoryRecords } from './memory-records.ts'

const prepare = vi.fn<() => Promise<Result<PreparedImage>>>()

const picture: FormPicture = {
  name: 'stored.jpg',
  source: { id: 'stored', file: new Blob(['stored']) },
  request: AS_IT_IS,
  image: preparedImage,
  removedMetadata: 'none',
}

async function openForm() {
  const records = memoryRecords()
  const { name, request, image, source } = picture
  const draft = {
    owner: '',
    settings: { ...settings, prompt: 'stored words' },
    pictures: [{ name, wish: request, image, sourceId: source.id }],
  }
  await records.write('image-to-video', draftRecord, draft)
  await records.write('image-to-video/source', draftSourceRecord, source)
  const composer = createComposer('CUSTOM', { images: { ...stalledImages, prepare }, records, owner: () => '' })
  const [firstSlot] = composer.slots
  onTestFinished(() => {
    firstSlot.drop()
    composer.drafts.suspendSaving()
  })
  return {
    firstSlot,
    formContents: () => ({
      prompt: composer.state.settings.prompt,
      picture: firstSlot.current()?.name,
      slot: firstSlot.state.picture.status,
    }),
    changeSettings: (change: Partial<GenerationSettings>) => changeSettings(composer, change),
    restoreDraft: () => restoreDraft(composer),
    acceptPicture: firstSlot.accept,
  }
}

beforeEach(() => {
  prepare.mockResolvedValue(ok(preparedImage))
})

test('the form is restored with its last contents', async () => {
  const { formContents, restoreDraft } = await openForm()
  await restoreDraft()
  expect(formContents()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'ready' })
})

test('a picture added before the draft was read stays, with the stored words', async () => {
  const { formContents, restoreDraft, acceptPicture } = await openForm()
  const accepting = acceptPicture(new File(['new'], 'new.jpg'))
  await Promise.all([restoreDraft(), accepting])
  expect(formContents()).toEqual({ prompt: 'stored words', picture: 'new.jpg', slot: 'ready' })
})

test('a choice made before the draft was read stays, with the stored words', async () => {
  const { formContents, restoreDraft, changeSettings } = await openForm()
  const restoring = restoreDraft()
  changeSettings({ aiMusic: 1 })
  await restoring
  expect(formContents()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'ready' })
})

test('words that were removed before the draft was read stay removed', async () => {
  const { formContents, restoreDraft, changeSettings } = await openForm()
  const restoring = restoreDraft()
  changeSettings({ prompt: 'new words' })
  changeSettings({ prompt: '' })
  await restoring
  expect(formContents()).toMatchObject({ prompt: '' })
})

test('words written before the draft was read stay, with the stored picture', async () => {
  const { formContents, restoreDraft, changeSettings } = await openForm()
  const restoring = restoreDraft()
  changeSettings({ prompt: 'new words' })
  await restoring
  expect(formContents()).toEqual({ prompt: 'new words', picture: 'stored.jpg', slot: 'ready' })
})

test('a bad file added before the draft was read leaves the stored picture, with the refusal beside it', async () => {
  prepare.mockResolvedValue(fail({ code: 'image_broken', retry: 'never' }))
  const { firstSlot, formContents, restoreDraft, acceptPicture } = await openForm()
  await acceptPicture(new File(['bad'], 'bad.jpg'))
  await restoreDraft()
  expect(formContents()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'ready' })
  expect(firstSlot.state.picture).toMatchObject({ refusal: { name: 'bad.jpg', code: 'image_broken' } })
})

test('a stored picture does not replace a new one in preparation, and shows when that one fails', async () => {
  let answer: (value: Result<PreparedImage>) => void = () => undefined
  prepare.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const { formContents, restoreDraft, acceptPicture } = await openForm()
  const accepting = acceptPicture(new File(['bad'], 'bad.jpg'))
  await restoreDraft()
  expect(formContents()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'preparing' })
  answer(fail({ code: 'image_broken', retry: 'never' }))
  await accepting
  expect(formContents()).toEqual({ prompt: 'stored words', picture: 'stored.jpg', slot: 'ready' })
})
