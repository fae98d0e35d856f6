import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Composer } from '#src/features/create/composer.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { fail, ok } from '#shared/result.ts'
import { leaveWish } from '#src/lib/composer-wish.ts'
import { preparedImage, settings } from './builders.ts'

const { read, fetchMedia } = vi.hoisted(() => ({ read: vi.fn(), fetchMedia: vi.fn() }))

vi.mock('#src/bridge/image-client.ts', () => ({
  imageClient: {
    prepare: async (_signal: unknown, file: File) => ok({ ...preparedImage, blob: file, sha256: await file.text() }),
    look: () => new Promise(() => undefined),
  },
}))
vi.mock('#src/features/create/create-draft-store.ts', () => ({
  createDraftStore: () => ({ read, save: async () => undefined, saveSoon: () => undefined }),
}))
vi.mock('#src/lib/download.ts', () => ({ fetchMedia }))

const { COMPOSERS } = await import('#src/features/create/composer.ts')
const { changeSettings, followForm } = await import('#src/features/create/form-actions.ts')

const stops: (() => void)[] = []
const follow = (composer: Composer) => stops.push(followForm(composer))
const names = (composer: Composer) => composer.desks.map((desk) => desk.held()?.name)

beforeEach(() => {
  read.mockReset().mockResolvedValue({ settings: { ...settings, prompt: 'stored words' }, pictures: [] })
  fetchMedia.mockReset().mockImplementation(async (url: string) => ok(new Blob([url])))
})

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  for (const { desks } of Object.values(COMPOSERS)) for (const desk of desks) desk.drop()
})

const wish = {
  bizType: 'HEAD_TAIL',
  settings: { prompt: 'wished words', imageFidelity: 0.8 },
  pictures: [
    { name: 'start.jpg', url: '/media/start.jpg' },
    { name: 'end.jpg', url: '/media/end.jpg' },
  ],
} as const

test('a wish left before the form opens comes over the stored draft, settings and pictures', async () => {
  leaveWish(wish)
  follow(COMPOSERS.HEAD_TAIL)
  await vi.waitFor(() => expect(names(COMPOSERS.HEAD_TAIL)).toEqual(['start.jpg', 'end.jpg']))
  expect(COMPOSERS.HEAD_TAIL.state.settings).toMatchObject({ prompt: 'wished words', imageFidelity: 0.8 })
})

test('a wish is for the form of its kind, and is granted once', async () => {
  follow(COMPOSERS.CUSTOM)
  follow(COMPOSERS.HEAD_TAIL)
  leaveWish(wish)
  await vi.waitFor(() => expect(names(COMPOSERS.HEAD_TAIL)).toEqual(['start.jpg', 'end.jpg']))
  expect(names(COMPOSERS.CUSTOM)).toEqual([undefined])
  changeSettings(COMPOSERS.HEAD_TAIL, { prompt: 'changed' })
  follow(COMPOSERS.HEAD_TAIL)
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3))
  expect(COMPOSERS.HEAD_TAIL.state.settings.prompt).toBe('changed')
})

test('a wished picture that cannot be had is told where it was to stand, and the one before it stays', async () => {
  const [desk] = COMPOSERS.CUSTOM.desks
  await desk.take(new File(['mine'], 'mine.jpg'))
  fetchMedia.mockResolvedValue(fail({ code: '40001', retry: 'later' }))
  follow(COMPOSERS.CUSTOM)
  leaveWish({ bizType: 'CUSTOM', settings: {}, pictures: [{ name: 'gone.jpg', url: '/media/gone.jpg' }] })
  await vi.waitFor(() => expect(desk.state.picture).toMatchObject({ status: 'ready', refusal: { name: 'gone.jpg', code: '40001' } }))
  expect(desk.held()?.name).toBe('mine.jpg')
})

test('a wished picture that is stopped while it is fetched does not come later', async () => {
  let answer: (value: unknown) => void = () => undefined
  const [desk] = COMPOSERS.CUSTOM.desks
  const brought = desk.bring('slow.jpg', () => new Promise((resolve) => (answer = resolve as typeof answer)))
  expect(desk.state.picture.status).toBe('preparing')
  desk.stop()
  answer(ok(new Blob(['slow'])))
  await brought
  expect([desk.state.picture.status, desk.held()]).toEqual(['none', null])
})

test('two frames change places with all that was done to them', async () => {
  const [first, last] = COMPOSERS.HEAD_TAIL.desks
  if (last === undefined) expect.unreachable()
  await Promise.all([first.take(new File(['a'], 'a.jpg')), last.take(new File(['b'], 'b.jpg'))])
  const [a, b] = [first.held(), last.held()]
  first.put(b)
  last.put(a)
  expect([first.held(), last.held()]).toEqual([b, a])
  expect([first.state.picture, last.state.picture]).toMatchObject([{ facts: { name: 'b.jpg' } }, { facts: { name: 'a.jpg' } }])
})

test('another model brings its own default length and resolution', () => {
  const [series] = BUILTIN_PARAMETERS.series
  if (series === undefined) expect.unreachable()
  const { state } = COMPOSERS.TEMPLATE
  state.parameters = { ...BUILTIN_PARAMETERS, series: [series, { ...series, modelName: 'other' }] }
  changeSettings(COMPOSERS.TEMPLATE, { duration: '10s', resolution: '1080p' })
  changeSettings(COMPOSERS.TEMPLATE, { modelName: 'other' })
  expect(state.settings).toMatchObject({ modelName: 'other', duration: '6s', resolution: '720p' })
})
