import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fail, ok } from '#shared/result.ts'
import { CROP_JPEG_QUALITY, UPRIGHT } from '#shared/domain/crop-rules.ts'
import { JPEG_QUALITY } from '#shared/domain/media-limits.ts'
import { preferences } from '#src/store/preferences.ts'
import { preparedImage as image } from '../../fixtures/page/builders.ts'
import { createPictureSlot } from '#src/create/create-picture-slot.ts'

const [prepare, view, measure, saveDraft, onReplace] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()]
const slot = createPictureSlot('first', { onPictureChange: saveDraft, onReplace }, { prepare, view, measure })
const refusal = fail({ code: 'image_broken', retry: 'never' })

beforeEach(async () => {
  prepare.mockClear()
  measure.mockReset().mockResolvedValue(ok({ sharpness: 1, brightness: 128, highlights: 255, isPlain: false }))
  view.mockReset().mockResolvedValue(ok({ blob: new Blob(['whole']), width: 10, height: 2, sourceWidth: 3000, sourceHeight: 600 }))
  prepare.mockResolvedValueOnce(ok(image))
  await slot.accept(new File([], 'good.jpg'))
})

afterEach(() => slot.remove())

test('a refused file leaves the good picture current and shown, with the refusal beside it', async () => {
  prepare.mockResolvedValueOnce(refusal)
  await slot.accept(new File([], 'bad.txt'))
  expect(slot.current()?.name).toBe('good.jpg')
  expect(slot.state.picture).toMatchObject({ status: 'ready', facts: { name: 'good.jpg' }, refusal: { name: 'bad.txt' } })
})

test('stopping a replacement restores the good picture', () => {
  prepare.mockReturnValueOnce(new Promise(() => undefined))
  void slot.accept(new File([], 'slow.jpg'))
  expect([slot.state.picture.status, slot.current()?.name]).toEqual(['preparing', 'good.jpg'])
  slot.stop()
  expect(slot.state.picture).toMatchObject({ status: 'ready', facts: { name: 'good.jpg' }, refusal: null })
})

test('the user gets a notice of another picture after a replacement, a cut and a removal, and not after a prefill or light', async () => {
  onReplace.mockClear()
  prepare.mockResolvedValue(ok(image))
  await slot.brighten(true)
  await slot.loadPicture('brought.jpg', async () => ok(new Blob(['brought'])))
  expect(onReplace).not.toHaveBeenCalled()
  await slot.accept(new File([], 'other.jpg'))
  await slot.crop({ turn: UPRIGHT, part: { x: 0, y: 0, width: 5, height: 5 } })
  slot.remove()
  expect(onReplace).toHaveBeenCalledTimes(3)
  prepare.mockReset()
})

test('a good replacement replaces the earlier picture', async () => {
  prepare.mockResolvedValueOnce(ok(image))
  await slot.accept(new File([], 'better.jpg'))
  expect(slot.current()?.name).toBe('better.jpg')
})

test('every picture is stored at once, not after a while as words are, and so is its removal', async () => {
  const brightenedAtSave: unknown[] = []
  saveDraft.mockImplementation(() => brightenedAtSave.push(slot.current()?.request.isBrightened))
  prepare.mockResolvedValueOnce(ok(image))
  await slot.brighten(true)
  slot.remove()
  expect(brightenedAtSave).toEqual([true, undefined])
})

test('a refused file without an earlier picture shows alone', async () => {
  slot.remove()
  prepare.mockResolvedValueOnce(refusal)
  await slot.accept(new File([], 'bad.txt'))
  expect(slot.state.picture).toMatchObject({ status: 'refused', name: 'bad.txt' })
})

test('a crop, a lighter picture and the whole again are made from the source, each time with all requested changes', async () => {
  const source = slot.current()?.source.file
  const choice = { turn: { quarters: 1, isMirrored: false }, part: { x: 10, y: 20, width: 400, height: 300 } } as const
  prepare.mockResolvedValue(ok(image))
  await slot.crop(choice)
  await slot.brighten(true)
  await slot.crop(null)
  expect(prepare.mock.calls.slice(1).map(([, file, request]: unknown[]) => [file === source, request])).toEqual([
    [true, { crop: choice, quality: CROP_JPEG_QUALITY, isBrightened: false }],
    [true, { crop: choice, quality: CROP_JPEG_QUALITY, isBrightened: true }],
    [true, { crop: null, quality: JPEG_QUALITY, isBrightened: true }],
  ])
  expect(slot.current()?.request).toEqual({ crop: null, quality: JPEG_QUALITY, isBrightened: true })
})

test('a change made during another one waits for it, and drops it once it was stopped', async () => {
  const choice = { turn: UPRIGHT, part: { x: 10, y: 20, width: 400, height: 300 } }
  prepare.mockReturnValue(new Promise(() => undefined))
  void slot.crop(choice)
  void slot.brighten(true)
  slot.stop()
  void slot.brighten(true)
  expect(prepare.mock.calls.slice(1).map(([, , request]: unknown[]) => request)).toEqual([
    { crop: choice, quality: CROP_JPEG_QUALITY, isBrightened: false },
    { crop: choice, quality: CROP_JPEG_QUALITY, isBrightened: true },
    { crop: null, quality: JPEG_QUALITY, isBrightened: true },
  ])
})

test('the source of a cropped picture can be stored and sent to a worker while it is shown', async () => {
  prepare.mockResolvedValueOnce(ok({ ...image, cut: { x: 10, y: 20, width: 400, height: 300 } }))
  const choice = { turn: { quarters: 1, isMirrored: false }, part: { x: 10, y: 20, width: 400, height: 300 } } as const
  await slot.crop(choice)
  expect(slot.state.picture).toMatchObject({ status: 'ready', facts: { request: { crop: choice } } })
  expect(structuredClone(slot.current()?.request)).toEqual({ crop: choice, quality: CROP_JPEG_QUALITY, isBrightened: false })
  expect(structuredClone(slot.current()?.image.cut)).toEqual({ x: 10, y: 20, width: 400, height: 300 })
})

test('a refused change is not repeated with the next one', async () => {
  prepare.mockResolvedValueOnce(refusal).mockResolvedValueOnce(ok(image))
  await slot.crop({ turn: UPRIGHT, part: { x: 0, y: 0, width: 10, height: 10 } })
  await slot.brighten(true)
  expect(prepare.mock.lastCall?.[2]).toEqual({ crop: null, quality: JPEG_QUALITY, isBrightened: true })
})

test('a refused crop leaves the picture unchanged, with the reason beside it', async () => {
  prepare.mockResolvedValueOnce(fail({ code: 'image_too_small', retry: 'never' }))
  await slot.crop({ turn: UPRIGHT, part: { x: 0, y: 0, width: 10, height: 10 } })
  expect(slot.state.picture).toMatchObject({ status: 'ready', refusal: { code: 'image_too_small' }, rework: null })
  expect(slot.current()?.request.crop).toBeNull()
})

test('the stages of a new picture and of another version show during their work', async () => {
  const shownPictures: unknown[] = []
  prepare.mockImplementation(async (_signal, _file, _request, onStage) => {
    onStage('packing')
    shownPictures.push({ ...slot.state.picture })
    return ok(image)
  })
  await slot.accept(new File([], 'next.jpg'))
  await slot.brighten(true)
  expect(shownPictures).toMatchObject([
    { status: 'preparing', name: 'next.jpg', stage: 'packing' },
    { status: 'ready', rework: 'packing' },
  ])
  expect(slot.state.picture).toMatchObject({ status: 'ready', rework: null })
})

describe('a picture too long for the ratio limits', () => {
  const longImage = {
    ...image,
    width: 1500,
    height: 600,
    sourceWidth: 3000,
    sourceHeight: 600,
    cut: { x: 750, y: 0, width: 1500, height: 600 },
  }

  beforeEach(async () => {
    vi.useFakeTimers()
    prepare.mockResolvedValueOnce(ok(longImage))
    await slot.accept(new File([], 'long.jpg'))
    await vi.waitFor(() => expect(slot.state.whole).not.toBeNull())
    prepare.mockClear()
  })

  afterEach(() => vi.useRealTimers())

  test('shows the whole of it', () => {
    expect(view).toHaveBeenCalledOnce()
  })

  test('is viewed once during changes, and not any more once it is removed', async () => {
    slot.remove()
    view.mockClear()
    view.mockReturnValue(new Promise(() => undefined))
    prepare.mockResolvedValueOnce(ok(longImage)).mockReturnValueOnce(new Promise(() => undefined))
    await slot.accept(new File([], 'long.jpg'))
    void slot.brighten(true)
    slot.stop()
    slot.remove()
    expect(view.mock.calls.map(([signal]) => signal.aborted)).toEqual([true])
  })

  test('is cut anew at the end of a drag, once', async () => {
    const cutAt = (x: number) => ({ x, y: 0, width: 1500, height: 600 })
    prepare.mockResolvedValueOnce(ok({ ...longImage, cut: cutAt(300) }))
    slot.moveCut(cutAt(500))
    slot.moveCut(cutAt(300))
    expect([slot.state.movedTo, prepare.mock.calls.length]).toEqual([cutAt(300), 0])
    await vi.runAllTimersAsync()
    expect(prepare.mock.calls.map(([, , request]: unknown[]) => request)).toEqual([
      { crop: { turn: UPRIGHT, part: cutAt(300) }, quality: JPEG_QUALITY, isBrightened: false },
    ])
    expect(slot.state.movedTo).toBeNull()
  })

  test('stays at the dragged position while an earlier one is being cut', async () => {
    let answer: (value: unknown) => void = () => undefined
    prepare.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const cutAt = (x: number) => ({ x, y: 0, width: 1500, height: 600 })
    slot.moveCut(cutAt(500))
    await vi.runAllTimersAsync()
    slot.moveCut(cutAt(900))
    answer(ok({ ...longImage, cut: cutAt(500) }))
    await vi.advanceTimersByTimeAsync(0)
    expect(slot.state.movedTo).toEqual(cutAt(900))
    slot.remove()
    await vi.runAllTimersAsync()
    expect([slot.state.movedTo, slot.state.picture.status, prepare.mock.calls.length]).toEqual([null, 'none', 1])
  })
})

test('a removal from a file shows one notice, and the location one more when the first notice named less', async () => {
  preferences.shownMetadataNotice = 'none'
  onTestFinished(() => void (preferences.shownMetadataNotice = 'none'))
  const removals: unknown[] = []
  for (const metadata of ['some', 'some', 'place', 'place', 'none'] as const) {
    prepare.mockResolvedValueOnce(ok({ ...image, metadata }))
    await slot.accept(new File([], 'photo.jpg'))
    removals.push(slot.current()?.removedMetadata)
  }
  expect(removals).toEqual(['some', 'none', 'place', 'none', 'none'])
  prepare.mockResolvedValueOnce(ok({ ...image, metadata: 'some' }))
  await slot.brighten(true)
  expect(slot.current()?.removedMetadata).toBe('none')
})

test('only the metrics of the shown picture count, and each picture is measured once', async () => {
  const resolvers: ((value: unknown) => void)[] = []
  measure.mockReset().mockImplementation(() => new Promise((resolve) => resolvers.push(resolve)))
  const darkMetrics = { sharpness: 1, brightness: 5, highlights: 20, isPlain: false }
  const lightMetrics = { sharpness: 1, brightness: 90, highlights: 200, isPlain: false }
  prepare.mockResolvedValueOnce(ok({ ...image, blob: new Blob(['dark']) }))
  await slot.accept(new File([], 'dark.jpg'))
  prepare.mockResolvedValueOnce(ok({ ...image, blob: new Blob(['light']) }))
  await slot.brighten(true)
  expect(slot.state.metrics).toBeNull()
  resolvers[1]?.(ok(lightMetrics))
  resolvers[0]?.(ok(darkMetrics))
  await vi.waitFor(() => expect(slot.state.metrics).toEqual(lightMetrics))
  slot.stop()
  expect([measure.mock.calls.length, slot.state.metrics]).toEqual([2, lightMetrics])
  slot.remove()
  expect(slot.state.metrics).toBeNull()
})
