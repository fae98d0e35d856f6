import { describe, expect, it } from 'vitest'
import { planSpans } from '#shared/domain/editing-rules.ts'
import { fitFrame, frameBytes, mixInto, pickFrames, playSpans, readShots } from '#workers/media/play-order.ts'

const SIZE = { width: 4, height: 2 }
const FRAME_BYTES = frameBytes(SIZE)

/** A clip whose frames are filled with their number, and a list of the ranges of frames that were read. */
function numberedClip(size = SIZE) {
  const reads: (readonly [number, number])[] = []
  const frame = new Uint8Array(frameBytes(size))
  async function* read(from: number, to: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    reads.push([from, to])
    for (let index = from; index < to; index += 1) yield frame.fill(index)
  }
  async function* pick(frames: Iterable<number>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    for (const index of frames) yield frame.fill(index)
  }
  return { ...size, read, pick, reads }
}

async function numbersOf(frames: AsyncIterable<Uint8Array>): Promise<readonly (number | undefined)[]> {
  const numbers: (number | undefined)[] = []
  for await (const frame of frames) numbers.push(frame[0])
  return numbers
}

describe('the reversed part', () => {
  it('has as many frames as fit the buffer, the last piece first', async () => {
    const clip = numberedClip()
    const numbers = await numbersOf(playSpans(planSpans(8, 'thereAndBack'), clip.read, SIZE, 3 * FRAME_BYTES))
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1])
    expect(clip.reads).toEqual([
      [0, 8],
      [4, 7],
      [1, 4],
    ])
  })

  it('has one frame where not even that fits', async () => {
    const clip = numberedClip()
    expect(await numbersOf(playSpans(planSpans(4, 'thereAndBack'), clip.read, SIZE, 1))).toEqual([0, 1, 2, 3, 2, 1])
  })
})

it('a cross-fade mixes more and more of the beginning into the end', async () => {
  const clip = numberedClip()
  const read = (from: number, to: number) => mapFrames(clip.read(from, to), (index) => (index >= 6 ? 200 : index < 3 ? 0 : 90))
  expect(await numbersOf(playSpans(planSpans(9, 'crossFade'), read, SIZE))).toEqual([90, 90, 90, 150, 100, 50])
})

async function* mapFrames(frames: AsyncIterable<Uint8Array<ArrayBuffer>>, value: (index: number) => number) {
  for await (const frame of frames) yield new Uint8Array(FRAME_BYTES).fill(value(frame[0] ?? 0))
}

it('several shots are read as one video, across their seams', async () => {
  const part = { x: 0, y: 0, ...SIZE }
  const [firstClip, secondClip] = [numberedClip(), numberedClip()]
  const read = readShots(
    [
      { clip: firstClip, from: 10, to: 13, part },
      { clip: secondClip, from: 0, to: 4, part },
    ],
    SIZE,
  )
  expect(await numbersOf(read(0, 7))).toEqual([10, 11, 12, 0, 1, 2, 3])
  expect(await numbersOf(read(2, 5))).toEqual([12, 0, 1])
  expect(await numbersOf(read(5, 7))).toEqual([2, 3])
})

it('single frames are picked from several shots, each by its own number', async () => {
  const part = { x: 0, y: 0, ...SIZE }
  const [firstClip, secondClip] = [numberedClip(), numberedClip()]
  const shots = [
    { clip: firstClip, from: 10, to: 13, part },
    { clip: secondClip, from: 4, to: 8, part },
  ]
  expect(await numbersOf(pickFrames(shots, [0, 2, 3, 6], SIZE))).toEqual([10, 12, 4, 7])
  expect(await numbersOf(pickFrames(shots, [5], SIZE))).toEqual([6])
})

describe('a frame', () => {
  // The source in I420: the brightness is 0 to 15 row by row, blue is 20 to 23, red is 30 to 33.
  const source = Uint8Array.from([...Array.from({ length: 16 }, (_, index) => index), 20, 21, 22, 23, 30, 31, 32, 33])
  const sourceSize = { width: 4, height: 4 }

  it('is cut without a change of the chosen parts', () => {
    const target = new Uint8Array(6)
    fitFrame(source, sourceSize, { x: 2, y: 2, width: 2, height: 2 }, target, { width: 2, height: 2 })
    expect([...target]).toEqual([10, 11, 14, 15, 23, 33])
  })

  it('is enlarged and reduced between its own values', () => {
    const largerFrame = new Uint8Array(96)
    fitFrame(source, sourceSize, { x: 0, y: 0, ...sourceSize }, largerFrame, { width: 8, height: 8 })
    expect([largerFrame[0], largerFrame[7], largerFrame[63]]).toEqual([0, 3, 15])
    const smallerFrame = new Uint8Array(6)
    fitFrame(source, sourceSize, { x: 0, y: 0, ...sourceSize }, smallerFrame, { width: 2, height: 2 })
    expect([...smallerFrame]).toEqual([3, 5, 11, 13, 22, 32])
  })

  it('is mixed by shares', () => {
    const firstFrame = Uint8Array.from([0, 100, 255])
    mixInto(firstFrame, Uint8Array.from([100, 100, 0]), 0.25)
    expect([...firstFrame]).toEqual([25, 100, 191])
  })
})
