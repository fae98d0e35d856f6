import { describe, expect, it } from 'vitest'
import { toPart } from '#shared/domain/crop-geometry.ts'
import { rotate, setNumber, zoomTo, openCrop } from '#shared/domain/edit-crop.ts'
import { editForKey } from '#src/pictures/crop/crop-dialog.tsx'
import { isTooSmall } from '#src/pictures/crop/crop-note.tsx'

const openedCrop = openCrop({ width: 400, height: 300 }, null)
const state = setNumber(setNumber(setNumber(openedCrop, 'width', 200), 'x', 50), 'y', 50)

function press(key: string, shiftKey = false) {
  const edit = editForKey({ key, shiftKey })
  return edit === null ? null : edit(state)
}

function partAfter(key: string, shiftKey = false) {
  const nextState = press(key, shiftKey)
  return nextState === null ? null : toPart(nextState)
}

describe('keys of the crop dialog', () => {
  it('move the box by 1 px with the arrows', () => {
    expect([partAfter('ArrowLeft')?.x, partAfter('ArrowRight')?.x, partAfter('ArrowUp')?.y, partAfter('ArrowDown')?.y]).toEqual([
      49, 51, 49, 51,
    ])
  })

  it('resize it by 1 px with Shift: right and down larger, left and up smaller', () => {
    const widths = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => partAfter(key, true)?.width)
    expect(widths).toEqual([201, 201, 199, 199])
  })

  it('zoom with plus and minus, and reset with 0', () => {
    expect([press('+')?.zoom, press('=')?.zoom]).toEqual([1.1, 1.1])
    expect(editForKey({ key: '-', shiftKey: false })?.(zoomTo(state, 2)).zoom).toBe(1.9)
    expect(editForKey({ key: '0', shiftKey: false })?.(zoomTo(rotate(state, 1), 2))).toEqual(openedCrop)
  })

  it('are ignored without a meaning there', () => {
    expect(['a', 'Tab', 'Escape', 'Enter', ' '].map((key) => press(key))).toEqual([null, null, null, null, null])
  })
})

describe('a chosen part', () => {
  it('is too small when one side is under the least', () => {
    const part = { x: 0, y: 0, width: 400, height: 300 }
    expect([isTooSmall(part, 300), isTooSmall(part, 301)]).toEqual([false, true])
  })
})
