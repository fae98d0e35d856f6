import { type MockInstance, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecordStore } from '#shared/browser/record-store.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { PrepareRequest } from '#src/pictures/create-image-client.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { draftRecord } from '#shared/storage/draft-record.ts'
import { type Composer, createComposer } from '#src/create/composer.ts'
import { changeSettings } from '#src/create/form-actions.ts'
import { followForm } from '#src/create/follow-form.ts'
import { requestPrefill } from '#src/routing/prefill.ts'
import { stalledImages, preparedImage, settings } from '../../fixtures/page/builders.ts'
import { memoryRecords } from './memory-records.ts'

const fetchMedia = vi.fn<(url: string) => Promise<Result<Blob>>>()
const images = {
  ...stalledImages,
  prepare: async (_signal: AbortSignal, file: Blob, _request?: PrepareRequest) =>
    ok({ ...preparedImage, blob: file, sha256: await file.text() }),
}
let COMPOSERS: Record<BizType, Composer>
let readSpy: MockInstance<RecordStore['read']>

const stops: (() => void)[] = []
const sources = { fetchMedia, promptHistory: { load: async () => undefined }, lastTemplate: { recall: async () => null } }
const follow = (composer: Composer) => stops.push(followForm(composer, sources))
const pictureNames = (composer: Composer) => composer.slots.map((slot) => slot.current()?.name)

beforeEach(async () => {
  const records = memoryRecords()
  for (const key of ['image-to-video', 'start-end-frame', 'video-template'])
    await records.write(key, draftRecord, { owner: '', settings: { ...settings, prompt: 'stored words' }, pictures: [] })
  readSpy = vi.spyOn(records, 'read')
  const create = (bizType: BizType) => createComposer(bizType, { images, records, owner: () => '' })
  COMPOSERS = { CUSTOM: create('CUSTOM'), HEAD_TAIL: create('HEAD_TAIL'), TEMPLATE: create('TEMPLATE') }
  fetchMedia.mockReset().mockImplementation(async (url: string) => ok(new Blob([url])))
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  for (const { slots, drafts } of Object.values(COMPOSERS)) {
    for (const slot of slots) slot.drop()
    drafts.suspendSaving()
  }
})

const prefill = {
  bizType: 'HEAD_TAIL',
  settings: { prompt: 'wished words', imageFidelity: 0.8 },
  pictures: [
    { name: 'start.jpg', url: '/media/start.jpg' },
    { name: 'end.jpg', url: '/media/end.jpg' },
  ],
} as const

test('a request from before the form opens replaces the stored draft, settings and pictures', async () => {
  requestPrefill(prefill)
  follow(COMPOSERS.HEAD_TAIL)
  await vi.waitFor(() => expect(pictureNames(COMPOSERS.HEAD_TAIL)).toEqual(['start.jpg', 'end.jpg']))
  expect(COMPOSERS.HEAD_TAIL.state.settings).toMatchObject({ prompt: 'wished words', imageFidelity: 0.8 })
})

test('an uploaded picture is used as it is, a new file is prepared', async () => {
  const prepare = vi.spyOn(images, 'prepare')
  const file = new Blob(['frame'])
  requestPrefill({
    ...prefill,
    pictures: [
      { name: 'start.jpg', url: '/media/start.jpg' },
      { name: 'frame.png', file },
    ],
  })
  follow(COMPOSERS.HEAD_TAIL)
  await vi.waitFor(() => expect(pictureNames(COMPOSERS.HEAD_TAIL)).toEqual(['start.jpg', 'frame.png']))
  const preparedFlags = prepare.mock.calls.map(([, , prepareRequest]) => prepareRequest?.isPrepared)
  expect(new Set(preparedFlags)).toEqual(new Set([true, false]))
})

test('a request is for the form of its kind, and is applied once', async () => {
  follow(COMPOSERS.CUSTOM)
  follow(COMPOSERS.HEAD_TAIL)
  requestPrefill(prefill)
  await vi.waitFor(() => expect(pictureNames(COMPOSERS.HEAD_TAIL)).toEqual(['start.jpg', 'end.jpg']))
  expect(pictureNames(COMPOSERS.CUSTOM)).toEqual([undefined])
  changeSettings(COMPOSERS.HEAD_TAIL, { prompt: 'changed' })
  follow(COMPOSERS.HEAD_TAIL)
  await vi.waitFor(() => expect(readSpy.mock.calls.filter(([key]) => key === 'start-end-frame')).toHaveLength(2))
  expect(COMPOSERS.HEAD_TAIL.state.settings.prompt).toBe('changed')
})

test('the source video of a form is removed with its picture: by another one, by a removal, by another prefill', async () => {
  const { state, slots } = COMPOSERS.CUSTOM
  const extendedVideo = { id: 'first', title: 'Waves' }
  const requestExtension = async (name: string) => {
    requestPrefill({ bizType: 'CUSTOM', settings: { extends: extendedVideo }, pictures: [{ name, file: new Blob([name]) }] })
    await vi.waitFor(() => expect(state.settings.extends).toEqual(extendedVideo))
    expect(pictureNames(COMPOSERS.CUSTOM)).toEqual([name])
  }
  follow(COMPOSERS.CUSTOM)
  await requestExtension('frame.png')
  requestPrefill({ bizType: 'CUSTOM', settings: { prompt: 'a recipe' }, pictures: [] })
  expect(state.settings.extends).toEqual(extendedVideo)
  await slots[0].accept(new File(['mine'], 'mine.jpg'))
  expect(state.settings.extends).toBeUndefined()
  await requestExtension('second.png')
  slots[0].remove()
  expect(state.settings.extends).toBeUndefined()
  await requestExtension('third.png')
  requestPrefill({ bizType: 'CUSTOM', settings: {}, pictures: [{ name: 'other.png', file: new Blob(['other']) }] })
  await vi.waitFor(() => expect(pictureNames(COMPOSERS.CUSTOM)).toEqual(['other.png']))
  expect(state.settings.extends).toBeUndefined()
})

test('a refused last frame leaves a form without a source video', async () => {
  const { state, slots } = COMPOSERS.CUSTOM
  await slots[0].accept(new File(['mine'], 'mine.jpg'))
  follow(COMPOSERS.CUSTOM)
  fetchMedia.mockResolvedValue(fail({ code: '40001', retry: 'later' }))
  const extendedVideo = { id: 'first', title: '' }
  requestPrefill({ bizType: 'CUSTOM', settings: { extends: extendedVideo }, pictures: [{ name: 'f.png', url: '/media/f.png' }] })
  await vi.waitFor(() => expect(slots[0].state.picture).toMatchObject({ status: 'ready', refusal: { name: 'f.png' } }))
  expect(pictureNames(COMPOSERS.CUSTOM)).toEqual(['mine.jpg'])
  expect(state.settings.extends).toBeUndefined()
})

test('a video has one music: a file of the user’s own, or composed', () => {
  const song = { id: 'song', name: 'song.mp3', volume: 0.8 }
  const { CUSTOM, TEMPLATE } = COMPOSERS
  changeSettings(CUSTOM, { controls: { music: 'calm', camera: 'rise' } })
  changeSettings(CUSTOM, { ownMusic: song })
  expect(CUSTOM.state.settings).toMatchObject({ ownMusic: song, controls: { camera: 'rise' } })
  expect(CUSTOM.state.settings.controls?.music).toBeUndefined()
  expect(CUSTOM.state.settings.aiMusic).toBeUndefined()
  changeSettings(CUSTOM, { controls: { camera: 'rise', speed: 2 } })
  expect(CUSTOM.state.settings.ownMusic).toEqual(song)
  changeSettings(CUSTOM, { controls: { music: 'epic' } })
  expect(CUSTOM.state.settings.ownMusic).toBeUndefined()
  changeSettings(TEMPLATE, { ownMusic: song })
  expect(TEMPLATE.state.settings).toMatchObject({ ownMusic: song, aiMusic: 0 })
  changeSettings(TEMPLATE, { aiMusic: 1 })
  expect(TEMPLATE.state.settings.ownMusic).toBeUndefined()
})

test('a requested picture that fails to load shows an error in its field, and the earlier one stays', async () => {
  const [slot] = COMPOSERS.CUSTOM.slots
  await slot.accept(new File(['mine'], 'mine.jpg'))
  fetchMedia.mockResolvedValue(fail({ code: '40001', retry: 'later' }))
  follow(COMPOSERS.CUSTOM)
  requestPrefill({ bizType: 'CUSTOM', settings: {}, pictures: [{ name: 'gone.jpg', url: '/media/gone.jpg' }] })
  await vi.waitFor(() => expect(slot.state.picture).toMatchObject({ status: 'ready', refusal: { name: 'gone.jpg', code: '40001' } }))
  expect(slot.current()?.name).toBe('mine.jpg')
})

test('a requested picture that is stopped while it loads does not appear later', async () => {
  let answer: (value: unknown) => void = () => undefined
  const [slot] = COMPOSERS.CUSTOM.slots
  const loading = slot.loadPicture('slow.jpg', () => new Promise((resolve) => (answer = resolve as typeof answer)))
  expect(slot.state.picture.status).toBe('preparing')
  slot.stop()
  answer(ok(new Blob(['slow'])))
  await loading
  expect([slot.state.picture.status, slot.current()]).toEqual(['none', null])
})

test('two frames swap with all their edits', async () => {
  const [firstSlot, lastSlot] = COMPOSERS.HEAD_TAIL.slots
  if (lastSlot === undefined) expect.unreachable()
  await Promise.all([firstSlot.accept(new File(['a'], 'a.jpg')), lastSlot.accept(new File(['b'], 'b.jpg'))])
  const [a, b] = [firstSlot.current(), lastSlot.current()]
  firstSlot.put(b)
  lastSlot.put(a)
  expect([firstSlot.current(), lastSlot.current()]).toEqual([b, a])
  expect([firstSlot.state.picture, lastSlot.state.picture]).toMatchObject([{ facts: { name: 'b.jpg' } }, { facts: { name: 'a.jpg' } }])
})

test('another model sets its own default length and resolution', () => {
  const [series] = BUILTIN_PARAMETERS.series
  if (series === undefined) expect.unreachable()
  const { state } = COMPOSERS.TEMPLATE
  state.parameters = { ...BUILTIN_PARAMETERS, series: [series, { ...series, modelName: 'other' }] }
  changeSettings(COMPOSERS.TEMPLATE, { duration: '10s', resolution: '1080p' })
  changeSettings(COMPOSERS.TEMPLATE, { modelName: 'other' })
  expect(state.settings).toMatchObject({ modelName: 'other', duration: '6s', resolution: '720p' })
})
