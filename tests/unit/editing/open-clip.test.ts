import { expect, it } from 'vitest'
import { fromNv12, fromRgba } from '#workers/media/open-clip.ts'

const SIZE = { width: 4, height: 2 }

it('a frame of a hardware decoder is laid out in three planes, without its gaps', () => {
  const gap = 99
  const source = Uint8Array.from([1, 2, 3, 4, gap, 5, 6, 7, 8, gap, 20, 30, 21, 31, gap])
  const target = new Uint8Array(12)
  const layout = [
    { offset: 0, stride: 5 },
    { offset: 10, stride: 5 },
  ]
  fromNv12(source, layout, target, SIZE)
  expect([...target]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 30, 31])
})

it.each([
  ['black', [0, 0, 0], [16, 128, 128]],
  ['white', [255, 255, 255], [235, 128, 128]],
  ['red', [255, 0, 0], [63, 102, 240]],
  ['green', [0, 255, 0], [173, 42, 26]],
  ['blue', [0, 0, 255], [32, 240, 118]],
] as const)('%s has its values of Rec. 709', (_, [red, green, blue], [y, u, v]) => {
  const source = new Uint8ClampedArray(Array.from({ length: 8 }, () => [red, green, blue, 255]).flat())
  const target = new Uint8Array(12)
  fromRgba(source, target, SIZE)
  expect([...target]).toEqual([...Array.from({ length: 8 }, () => y), u, u, v, v])
})
