import { beforeEach, describe, expect, test, vi } from 'vitest'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import type { Composer } from '#src/create/composer.ts'
import type { PictureSlot } from '#src/create/picture-slot-state.ts'
import { copyFrame, matchingCrop, swapFrames } from '#src/create/frame-pair.tsx'
import { assignDroppedFiles } from '#src/create/incoming-pictures.ts'
import { setTexts } from '../platform/set-texts.ts'

setTexts()
const showToast = vi.fn(async () => undefined)

const [fileOne, fileTwo, fileThree] = ['one', 'two', 'three'].map((name) => new File([name], `${name}.jpg`)) as [File, File, File]

function slot(status: PictureSlot['status'], currentPicture: unknown = null) {
  const fakeSlot = { state: { picture: { status } }, accept: vi.fn(), put: vi.fn(), current: () => currentPicture }
  return fakeSlot as typeof fakeSlot & Composer['slots'][0]
}

/** A form whose last commit is shown on the stage. */
function formOf(slots: Composer['slots']) {
  const state: Pick<Composer['state'], 'stagedCommit'> = { stagedCommit: { commitId: 'commit', form: 'form' } }
  return { bizType: slots.length > 1 ? 'HEAD_TAIL' : 'CUSTOM', slots, state } as const
}

beforeEach(() => showToast.mockClear())

describe('dropped files', () => {
  const acceptedBy = (...slots: ReturnType<typeof slot>[]) => slots.map(({ accept }) => accept.mock.calls.flat())

  test('two of them fill both frames, in their order', () => {
    const slots = [slot('none'), slot('none')] as const
    assignDroppedFiles(formOf(slots), showToast)([fileOne, fileTwo])
    expect(acceptedBy(...slots)).toEqual([[fileOne], [fileTwo]])
    expect(showToast).not.toHaveBeenCalled()
  })

  test('one fills the missing picture, also where the last one was refused', () => {
    for (const status of ['none', 'refused'] as const) {
      const slots = [slot('ready'), slot(status)] as const
      assignDroppedFiles(formOf(slots), showToast)([fileOne])
      expect(acceptedBy(...slots)).toEqual([[], [fileOne]])
    }
  })

  test('none replaces a present or loading picture, and a message says so', () => {
    const slots = [slot('ready'), slot('preparing')] as const
    assignDroppedFiles(formOf(slots), showToast)([fileOne])
    expect(acceptedBy(...slots)).toEqual([[], []])
    expect(showToast.mock.calls).toEqual([[{ id: 'incoming-picture', color: 'info', title: 'compose.frames.bothTaken' }]])
  })

  test('more than the free fields get a message', () => {
    const slots = [slot('none'), slot('none')] as const
    assignDroppedFiles(formOf(slots), showToast)([fileOne, fileTwo, fileThree])
    expect(acceptedBy(...slots)).toEqual([[fileOne], [fileTwo]])
    expect(showToast).toHaveBeenCalledOnce()
  })

  test('a form with one picture uses the first one, instead of the earlier one', () => {
    const slots = [slot('ready')] as const
    assignDroppedFiles(formOf(slots), showToast)([fileOne, fileTwo])
    expect(acceptedBy(...slots)).toEqual([[fileOne]])
    expect(showToast).toHaveBeenCalledOnce()
  })
})

test.each([[[slot('ready')]], [[slot('ready'), slot('ready')]]] as const)('a video on the stage yields to the form', (slots) => {
  const form = formOf(slots)
  assignDroppedFiles(form, showToast)([fileOne])
  expect(form.state.stagedCommit).toBeNull()
})

describe('both frames', () => {
  test('can swap, also when only one is there', () => {
    const [startSlot, endSlot] = [slot('ready', 'dawn'), slot('none')]
    swapFrames(startSlot, endSlot)
    expect([startSlot.put.mock.calls, endSlot.put.mock.calls]).toEqual([[[null]], [['dawn']]])
  })

  test('can be the same picture, whose metadata notice shows once', () => {
    const [startSlot, endSlot] = [slot('ready', { name: 'dawn', removedMetadata: 'place' }), slot('none')]
    copyFrame(startSlot, endSlot)
    expect(endSlot.put.mock.calls).toEqual([[{ name: 'dawn', removedMetadata: 'none' }]])
  })

  test('get one shape by a cut of the end frame, within its chosen part', () => {
    const wholePicture = { sourceWidth: 1000, sourceHeight: 1000, turn: UPRIGHT, cut: null }
    expect(matchingCrop(wholePicture, 2).part).toEqual({ x: 0, y: 250, width: 1000, height: 500 })
    const cut = { x: 100, y: 200, width: 800, height: 400 }
    expect(matchingCrop({ ...wholePicture, cut }, 1).part).toEqual({ x: 300, y: 200, width: 400, height: 400 })
  })
})
