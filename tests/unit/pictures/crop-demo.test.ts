import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CropChoice, UPRIGHT } from '#shared/domain/crop-rules.ts'
import { fail, ok } from '#shared/result.ts'
import { createCropDemo, cutName } from '#src/pictures/crop-demo/crop-demo.ts'

const view = vi.fn()
const crop = vi.fn()
const { state: cropDemoState, clearDemo, closeLayer, cutPicture, demoSource, openLayer, replacePicture } = createCropDemo({ view, crop })

const viewAnswer = ok({ blob: new Blob(['view']), width: 400, height: 300, sourceWidth: 4000, sourceHeight: 3000 })
const cropAnswer = ok({ blob: new Blob(['cut']), width: 1200, height: 900 })
const choice: CropChoice = { turn: UPRIGHT, part: { x: 10, y: 20, width: 1200, height: 900 } }
const openUrls = new Set<string>()

beforeEach(() => {
  let urlCount = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${(urlCount += 1)}`
    openUrls.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void openUrls.delete(url))
})

afterEach(() => {
  clearDemo()
  expect([...openUrls]).toEqual([])
  vi.restoreAllMocks()
})

const acceptPicture = (name = 'sea.HEIC') => {
  view.mockResolvedValueOnce(viewAnswer)
  return replacePicture(new File(['source'], name))
}

function createDeferred<T>(): { answer: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const answer = new Promise<T>((settle) => {
    resolve = settle
  })
  return { answer, resolve: (value) => resolve(value) }
}

test('a picture is shown with the size of its source, and its crop with its own', async () => {
  await acceptPicture()
  expect(cropDemoState.picture).toMatchObject({ status: 'ready', facts: { name: 'sea.HEIC', bytes: 6, width: 4000, height: 3000 } })
  crop.mockResolvedValueOnce(cropAnswer)
  await cutPicture(choice)
  expect(cropDemoState.cut).toMatchObject({ status: 'ready', facts: { name: 'sea-cropped.jpg', bytes: 3, width: 1200, height: 900 } })
  expect(demoSource()?.choice).toEqual(choice)
})

test('a refused file shows its reason, and nothing of the earlier one is left', async () => {
  await acceptPicture()
  view.mockResolvedValueOnce(fail({ code: 'image_type', retry: 'never' }))
  await replacePicture(new File(['text'], 'notes.txt'))
  expect(cropDemoState.picture).toEqual({ status: 'refused', name: 'notes.txt', code: 'image_type' })
  expect([demoSource(), openUrls.size]).toEqual([null, 0])
})

test('the answer for a replaced picture is dropped, and its work is ended', async () => {
  const lateAnswer = createDeferred<typeof viewAnswer>()
  view.mockReturnValueOnce(lateAnswer.answer)
  const firstReplacement = replacePicture(new File(['old'], 'old.jpg'))
  await acceptPicture('new.jpg')
  lateAnswer.resolve(viewAnswer)
  await firstReplacement
  expect(view.mock.calls.at(-2)?.[0].aborted).toBe(true)
  expect(cropDemoState.picture).toMatchObject({ facts: { name: 'new.jpg' } })
  expect(openUrls.size).toBe(1)
})

test('a cut that arrives after another picture was chosen is dropped', async () => {
  await acceptPicture('old.jpg')
  const lateAnswer = createDeferred<typeof cropAnswer>()
  crop.mockReturnValueOnce(lateAnswer.answer)
  const cutting = cutPicture(choice)
  expect(cropDemoState.cut).toEqual({ status: 'making' })
  await acceptPicture('new.jpg')
  lateAnswer.resolve(cropAnswer)
  await cutting
  expect(cropDemoState.cut).toEqual({ status: 'none' })
  expect(openUrls.size).toBe(1)
})

test('a newer cut replaces the earlier one, and a failed one says why', async () => {
  await acceptPicture()
  crop.mockResolvedValueOnce(cropAnswer).mockResolvedValueOnce(fail({ code: 'image_broken', retry: 'never' }))
  await cutPicture(choice)
  await cutPicture(choice)
  expect(cropDemoState.cut).toEqual({ status: 'refused', code: 'image_broken' })
  expect(openUrls.size).toBe(1)
})

test('while a layer is open, a dropped or pasted file changes nothing', async () => {
  await acceptPicture()
  openLayer('crop')
  await replacePicture(new File(['other'], 'other.jpg'))
  closeLayer()
  expect(cropDemoState.picture).toMatchObject({ facts: { name: 'sea.HEIC' } })
})

test.each([
  ['IMG_0042.HEIC', 'IMG_0042-cropped.jpg'],
  ['my.trip.png', 'my.trip-cropped.jpg'],
  ['no extension', 'no extension-cropped.jpg'],
  ['.png', 'picture-cropped.jpg'],
])('the crop of %s is saved as %s', (name, savedName) => {
  expect(cutName(name)).toBe(savedName)
})
