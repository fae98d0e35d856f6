import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PictureRole } from '#shared/contract/commit-contract.ts'
import type { RecordStore } from '#shared/browser/record-store.ts'
import type { FormPicture } from '#src/create/current-picture.ts'
import { fail, ok } from '#shared/result.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import { readRecord, toStored } from '#shared/storage/records.ts'
import { draftRecord } from '#shared/storage/draft-record.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { createDraftStore } from '#src/create/draft-store.ts'
import { pageStorage } from '#src/browser/storage-space.ts'
import { preparedImage, settings } from '../../fixtures/page/builders.ts'

const DRAFT_KEY = 'image-to-video'
const SOURCE_KEY = 'image-to-video/source'

const account = { businessUserId: '' }
const disk = new Map<string, unknown>()
const onWrite = vi.fn<(key: string) => Awaited<ReturnType<RecordStore['write']>> | undefined>()
const writeGate = { promise: Promise.resolve() }
const readGate = { promise: Promise.resolve() }

const records: RecordStore = {
  read: <T>(key: string) => readGate.promise.then(() => disk.get(key) as T | undefined),
  async remove(key) {
    disk.delete(key)
    return ok(null)
  },
  async write(key, _record, data) {
    const refusal = onWrite(key)
    if (refusal !== undefined) return refusal
    await writeGate.promise
    disk.set(key, data)
    return ok(null)
  },
  update: (key, record, change) => records.write(key, record, change(undefined)),
}

const currentPictures: Record<PictureRole, FormPicture | null> = { first: null, last: null }
const slots = (['first', 'last'] as const).map((role) => ({ role, current: () => currentPictures[role] }))
const drafts = createDraftStore({ key: DRAFT_KEY, owner: () => account.businessUserId, settings: () => settings, slots }, records)
const holdPicture = (newPicture: FormPicture, role: PictureRole = 'first') => (currentPictures[role] = newPicture)
const dropPictures = () => Object.assign(currentPictures, { first: null, last: null })
const readPicture = async (index = 0) => (await drafts.read())?.pictures[index]

function picture(id: string, change: Partial<FormPicture> = {}): FormPicture {
  const image = {
    ...preparedImage,
    blob: new Blob(['prepared']),
    sha256: id,
    sourceBytes: 99,
    sourceWidth: 2000,
    cut: { x: 0, y: 0, width: 1200, height: 800 },
  }
  return { name: 'a.jpg', source: { id, file: new Blob(['source']) }, request: AS_IT_IS, image, removedMetadata: 'place', ...change }
}

async function save(): Promise<void> {
  drafts.saveSoon()
  await vi.runAllTimersAsync()
}

beforeEach(() => {
  vi.useFakeTimers()
  onWrite.mockReset()
  account.businessUserId = ''
  disk.clear()
})

afterEach(async () => {
  dropPictures()
  await drafts.forget('ada')
  vi.useRealTimers()
})

const sourceWrites = () => onWrite.mock.calls.filter(([key]) => key === SOURCE_KEY).length

describe('the source of a draft', () => {
  test('is beside that of the other picture, and is removed alone', async () => {
    holdPicture(picture('one'))
    holdPicture(picture('two', { name: 'b.jpg' }), 'last')
    await save()
    expect([(await readPicture(0))?.source.id, (await readPicture(1))?.source.id]).toEqual(['one', 'two'])
    currentPictures.first = null
    await save()
    expect([await readPicture(0), (await readPicture(1))?.source.id]).toEqual([null, 'two'])
    expect(disk.has(SOURCE_KEY)).toBe(false)
  })

  test('is written once, for any number of changed words, and anew for another picture', async () => {
    holdPicture(picture('one'))
    await save()
    await save()
    expect(sourceWrites()).toBe(1)
    holdPicture(picture('two'))
    await save()
    expect(sourceWrites()).toBe(2)
  })

  test('is restored with its preparation settings, and a shown notice is not shown again', async () => {
    const request = { crop: { turn: UPRIGHT, part: { x: 1, y: 2, width: 400, height: 300 } }, quality: 0.9, isBrightened: true }
    const editedPicture = picture('one', { request })
    holdPicture(editedPicture)
    await save()
    expect(await readPicture()).toEqual({ ...editedPicture, removedMetadata: 'none' })
  })

  test('without enough space leaves the prepared picture, and the draft is saved all the same', async () => {
    onWrite.mockImplementation((key) => (key === SOURCE_KEY ? fail({ code: 'storage_full', retry: 'never' }) : undefined))
    const formPicture = picture('one')
    holdPicture(formPicture)
    await save()
    const restoredPicture = await readPicture()
    expect(restoredPicture?.source.file).toBe(formPicture.image.blob)
    expect(restoredPicture?.image).toMatchObject({ sha256: 'one', cut: null, sourceWidth: 1200, sourceHeight: 800 })
    expect(restoredPicture?.request).toEqual({ ...AS_IT_IS, isPrepared: true })
  })

  test('is removed to free space for the words and the picture when the device is full', async () => {
    holdPicture(picture('one'))
    await save()
    onWrite.mockImplementation((key) =>
      key === SOURCE_KEY || disk.has(SOURCE_KEY) ? fail({ code: 'storage_full', retry: 'never' }) : undefined,
    )
    holdPicture({ ...picture('one'), name: 'renamed.jpg' })
    await save()
    expect((await readPicture())?.name).toBe('renamed.jpg')
    expect(pageStorage.problem).toBeNull()
  })

  test('of another draft is not used for this one', async () => {
    holdPicture(picture('one'))
    await save()
    disk.set(SOURCE_KEY, { id: 'other', file: new Blob(['other']) })
    expect((await readPicture())?.source.id).toBe('one')
    expect(await (await readPicture())?.source.file.text()).toBe('prepared')
  })

  test('is removed with the picture, and with a logout', async () => {
    holdPicture(picture('one'))
    await save()
    dropPictures()
    await save()
    expect([disk.has(DRAFT_KEY), disk.has(SOURCE_KEY)]).toEqual([true, false])
    holdPicture(picture('two'))
    await save()
    dropPictures()
    await drafts.forget('ada')
    expect(disk.size).toBe(0)
  })

  test('is not written any more when the user logs out while the draft is being stored on a slow disk', async () => {
    let finishWrite = (): void => undefined
    writeGate.promise = new Promise((resolve) => (finishWrite = resolve))
    holdPicture(picture('one'))
    await save()
    dropPictures()
    const forgetting = drafts.forget('ada')
    finishWrite()
    await forgetting
    await vi.runAllTimersAsync()
    expect(disk.has(SOURCE_KEY)).toBe(false)
  })

  test('that a crash left without a picture is removed with the next save', async () => {
    disk.set(DRAFT_KEY, { settings, pictures: [null] })
    disk.set(SOURCE_KEY, { id: 'orphan', file: new Blob(['source']) })
    await drafts.read()
    await save()
    expect(disk.has(SOURCE_KEY)).toBe(false)
  })
})

test('a draft of the earlier version retains its words and its picture', () => {
  const { turn: _turn, metadata: _metadata, ...image } = picture('one').image
  const storedDraft = toStored(draftRecord, { settings, picture: null } as never)
  expect(readRecord(draftRecord, { ...storedDraft, version: 2 })).toEqual({ owner: '', settings, pictures: [null] })
  const version1Record = { ...toStored(draftRecord, { settings, picture: { name: 'a.jpg', image } } as never), version: 1 }
  expect(readRecord(draftRecord, version1Record)).toMatchObject({
    settings,
    pictures: [{ name: 'a.jpg', wish: AS_IT_IS, image: { sha256: 'one' } }],
  })
  expect(readRecord(draftRecord, { version: 1, data: { settings, picture: null } })).toEqual({ owner: '', settings, pictures: [null] })
  const { source, removedMetadata: _removedMetadata, request, ...version3Picture } = picture('one')
  const adaDraft = { owner: 'ada', settings, picture: { ...version3Picture, wish: request, sourceId: source.id } }
  expect(readRecord(draftRecord, { version: 3, data: adaDraft })).toMatchObject({
    owner: 'ada',
    pictures: [{ name: 'a.jpg', sourceId: 'one' }],
  })
})

test('nothing is written over a draft that is still being read', async () => {
  let finishRead = () => undefined as void
  readGate.promise = new Promise((resolve) => (finishRead = () => resolve()))
  const reading = drafts.read()
  drafts.saveSoon()
  await vi.runAllTimersAsync()
  expect(onWrite).not.toHaveBeenCalled()
  finishRead()
  await reading
  await vi.runAllTimersAsync()
  expect(onWrite).toHaveBeenCalledWith(DRAFT_KEY)
})

test('a visitor’s draft moves to any account that logs in, an account’s is for that account alone', async () => {
  const pictureSeenBy = async (businessUserId: string) => {
    account.businessUserId = businessUserId
    return (await readPicture())?.name
  }
  holdPicture(picture('one', { name: 'visitor.jpg' }))
  await save()
  expect([await pictureSeenBy(''), await pictureSeenBy('ada')]).toEqual(['visitor.jpg', 'visitor.jpg'])
  holdPicture(picture('two', { name: 'ada.jpg' }))
  await save()
  expect([await pictureSeenBy(''), await pictureSeenBy('bob'), await pictureSeenBy('ada')]).toEqual([undefined, undefined, 'ada.jpg'])
})
