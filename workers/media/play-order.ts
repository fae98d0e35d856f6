import { BACKWARD_BUFFER_BYTES, type FrameSpan } from '#shared/domain/editing-rules.ts'
import type { Rect, Size } from '#shared/domain/media-limits.ts'
import type { Clip } from './open-clip.ts'

/** I420 frames in order; each is valid until the next one is read. */
type Frames = AsyncGenerator<Uint8Array<ArrayBuffer>, void>
type ReadFrames = (from: number, to: number) => Frames

/** A part of a clip, in time and space. */
export interface Shot {
  readonly clip: Pick<Clip, 'read' | 'width' | 'height'>
  readonly from: number
  readonly to: number
  readonly part: Rect
}

interface PickedShot extends Shot {
  readonly clip: Pick<Clip, 'read' | 'pick' | 'width' | 'height'>
}

/** Reads several shots as one video of this size. */
export function readShots(shots: readonly Shot[], size: Size): ReadFrames {
  return async function* read(from, to) {
    let start = 0
    for (const shot of shots) {
      const length = shot.to - shot.from
      const [first, last] = [Math.max(0, from - start), Math.min(length, to - start)]
      if (first < last) yield* fitFrames(shot, shot.clip.read(shot.from + first, shot.from + last), size)
      start += length
    }
  }
}

/** Single frames, in rising order, of several shots that form one video of this size. */
export async function* pickFrames(shots: readonly PickedShot[], frames: readonly number[], size: Size): Frames {
  let start = 0
  for (const shot of shots) {
    const end = start + shot.to - shot.from
    const picked = frames.filter((frame) => frame >= start && frame < end).map((frame) => shot.from + frame - start)
    if (picked.length > 0) yield* fitFrames(shot, shot.clip.pick(picked), size)
    start = end
  }
}

async function* fitFrames({ clip, part }: Shot, frames: Frames, size: Size): Frames {
  const isWhole = [part, size].every(({ width, height }) => width === clip.width && height === clip.height)
  if (isWhole) return yield* frames
  const fitted = new Uint8Array(frameBytes(size))
  for await (const frame of frames) {
    fitFrame(frame, clip, part, fitted, size)
    yield fitted
  }
}

/**
 * The frames of a result. Video decodes only forward, so a backward run is decoded in pieces from the last to the first, with one piece in
 * memory.
 */
export async function* playSpans(spans: readonly FrameSpan[], read: ReadFrames, size: Size, bufferBytes = BACKWARD_BUFFER_BYTES): Frames {
  for (const { from, to, isBackward, fadesTo } of spans) {
    if (isBackward) yield* playBackward(read, from, to, Math.max(1, Math.floor(bufferBytes / frameBytes(size))))
    else if (fadesTo === null) yield* read(from, to)
    else yield* fade(read(from, to), read(fadesTo, fadesTo + to - from), to - from)
  }
}

async function* playBackward(read: ReadFrames, from: number, to: number, most: number): Frames {
  for (let end = to; end > from; end -= most) {
    const piece: Uint8Array<ArrayBuffer>[] = []
    for await (const frame of read(Math.max(from, end - most), end)) piece.push(frame.slice())
    yield* piece.toReversed()
  }
}

async function* fade(frames: Frames, into: Frames, length: number): Frames {
  let index = 0
  for await (const frame of frames) {
    const { value } = await into.next()
    index += 1
    const mixed = frame.slice()
    if (value) mixInto(mixed, value, index / (length + 1))
    yield mixed
  }
  await into.return()
}

interface Plane {
  readonly offset: number
  readonly stride: number
}

/** The three planes of an I420 frame without gaps. Sides are even. */
export function planesOf({ width, height }: Size): Plane[] {
  const luma = width * height
  return [
    { offset: 0, stride: width },
    { offset: luma, stride: width / 2 },
    { offset: luma + luma / 4, stride: width / 2 },
  ]
}

export function frameBytes({ width, height }: Size): number {
  return (width * height * 3) / 2
}

/** Scales a part of a frame to fill a size. */
export function fitFrame(source: Uint8Array, size: Size, part: Rect, target: Uint8Array, targetSize: Size): void {
  const planes = planesOf(size)
  for (const [index, plane] of planesOf(targetSize).entries()) {
    const from = planes[index] ?? plane
    const by = index === 0 ? 1 : 2
    const area = { x: part.x / by, y: part.y / by, width: part.width / by, height: part.height / by }
    const out = { ...plane, width: targetSize.width / by, height: targetSize.height / by }
    if (area.width === out.width && area.height === out.height) copyPlane(source, from, area, target, out)
    else scalePlane(source, from, area, target, out)
  }
}

interface PlaneOut extends Plane, Size {}

function copyPlane(source: Uint8Array, from: Plane, area: Rect, target: Uint8Array, out: PlaneOut): void {
  for (let row = 0; row < out.height; row += 1) {
    const start = from.offset + (area.y + row) * from.stride + area.x
    target.set(source.subarray(start, start + out.width), out.offset + row * out.stride)
  }
}

/** Scales a part of a plane bilinearly, with weights of 8 bits. */
function scalePlane(source: Uint8Array, from: Plane, area: Rect, target: Uint8Array, out: PlaneOut): void {
  const across = samplePositions(area.width, out.width)
  const down = samplePositions(area.height, out.height)
  for (let row = 0; row < out.height; row += 1) {
    const above = from.offset + (area.y + (down.first[row] ?? 0)) * from.stride + area.x
    const below = from.offset + (area.y + (down.second[row] ?? 0)) * from.stride + area.x
    const weight = down.weight[row] ?? 0
    const start = out.offset + row * out.stride
    for (let column = 0; column < out.width; column += 1) {
      const [left, right, side] = [across.first[column] ?? 0, across.second[column] ?? 0, across.weight[column] ?? 0]
      const top = (source[above + left] ?? 0) * (256 - side) + (source[above + right] ?? 0) * side
      const bottom = (source[below + left] ?? 0) * (256 - side) + (source[below + right] ?? 0) * side
      target[start + column] = (top * (256 - weight) + bottom * weight + 32_768) >> 16
    }
  }
}

function samplePositions(from: number, to: number) {
  const first = new Uint32Array(to)
  const second = new Uint32Array(to)
  const weight = new Uint32Array(to)
  for (let index = 0; index < to; index += 1) {
    const at = Math.max(0, Math.min(from - 1, ((index + 0.5) * from) / to - 0.5))
    first[index] = Math.floor(at)
    second[index] = Math.min(from - 1, Math.floor(at) + 1)
    weight[index] = Math.round((at - Math.floor(at)) * 256)
  }
  return { first, second, weight }
}

/** Mixes the second frame into the first one. `share`: the weight of the second, 0 to 1. */
export function mixInto(first: Uint8Array, second: Uint8Array, share: number): void {
  const weight = Math.round(share * 256)
  for (let index = 0; index < first.length; index += 1) {
    first[index] = ((first[index] ?? 0) * (256 - weight) + (second[index] ?? 0) * weight + 128) >> 8
  }
}
