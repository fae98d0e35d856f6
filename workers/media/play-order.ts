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
      const [firstFrame, endFrame] = [Math.max(0, from - start), Math.min(length, to - start)]
      if (firstFrame < endFrame) yield* fitFrames(shot, shot.clip.read(shot.from + firstFrame, shot.from + endFrame), size)
      start += length
    }
  }
}

/** Single frames, in rising order, of several shots that form one video of this size. */
export async function* pickFrames(shots: readonly PickedShot[], frames: readonly number[], size: Size): Frames {
  let start = 0
  for (const shot of shots) {
    const end = start + shot.to - shot.from
    const pickedInShot = frames.filter((frame) => frame >= start && frame < end).map((frame) => shot.from + frame - start)
    if (pickedInShot.length > 0) yield* fitFrames(shot, shot.clip.pick(pickedInShot), size)
    start = end
  }
}

async function* fitFrames({ clip, part }: Shot, frames: Frames, size: Size): Frames {
  const isWhole = [part, size].every(({ width, height }) => width === clip.width && height === clip.height)
  if (isWhole) return yield* frames
  const fittedFrame = new Uint8Array(frameBytes(size))
  for await (const frame of frames) {
    fitFrame(frame, clip, part, fittedFrame, size)
    yield fittedFrame
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
    else yield* fadeFrames(read(from, to), read(fadesTo, fadesTo + to - from), to - from)
  }
}

async function* playBackward(read: ReadFrames, from: number, to: number, maxFrames: number): Frames {
  for (let end = to; end > from; end -= maxFrames) {
    const pieceFrames: Uint8Array<ArrayBuffer>[] = []
    for await (const frame of read(Math.max(from, end - maxFrames), end)) pieceFrames.push(frame.slice())
    yield* pieceFrames.toReversed()
  }
}

async function* fadeFrames(frames: Frames, nextFrames: Frames, length: number): Frames {
  let index = 0
  for await (const frame of frames) {
    const { value } = await nextFrames.next()
    index += 1
    const mixedFrame = frame.slice()
    if (value) mixInto(mixedFrame, value, index / (length + 1))
    yield mixedFrame
  }
  await nextFrames.return()
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
    const sourcePlane = planes[index] ?? plane
    const divisor = index === 0 ? 1 : 2
    const area = { x: part.x / divisor, y: part.y / divisor, width: part.width / divisor, height: part.height / divisor }
    const targetPlane = { ...plane, width: targetSize.width / divisor, height: targetSize.height / divisor }
    if (area.width === targetPlane.width && area.height === targetPlane.height) copyPlane(source, sourcePlane, area, target, targetPlane)
    else scalePlane(source, sourcePlane, area, target, targetPlane)
  }
}

interface TargetPlane extends Plane, Size {}

function copyPlane(source: Uint8Array, sourcePlane: Plane, area: Rect, target: Uint8Array, targetPlane: TargetPlane): void {
  for (let row = 0; row < targetPlane.height; row += 1) {
    const start = sourcePlane.offset + (area.y + row) * sourcePlane.stride + area.x
    target.set(source.subarray(start, start + targetPlane.width), targetPlane.offset + row * targetPlane.stride)
  }
}

/** Scales a part of a plane bilinearly, with weights of 8 bits. */
function scalePlane(source: Uint8Array, sourcePlane: Plane, area: Rect, target: Uint8Array, targetPlane: TargetPlane): void {
  const columns = samplePositions(area.width, targetPlane.width)
  const rows = samplePositions(area.height, targetPlane.height)
  for (let row = 0; row < targetPlane.height; row += 1) {
    const above = sourcePlane.offset + (area.y + (rows.first[row] ?? 0)) * sourcePlane.stride + area.x
    const below = sourcePlane.offset + (area.y + (rows.second[row] ?? 0)) * sourcePlane.stride + area.x
    const rowWeight = rows.weight[row] ?? 0
    const start = targetPlane.offset + row * targetPlane.stride
    for (let column = 0; column < targetPlane.width; column += 1) {
      const [left, right, columnWeight] = [columns.first[column] ?? 0, columns.second[column] ?? 0, columns.weight[column] ?? 0]
      const top = (source[above + left] ?? 0) * (256 - columnWeight) + (source[above + right] ?? 0) * columnWeight
      const bottom = (source[below + left] ?? 0) * (256 - columnWeight) + (source[below + right] ?? 0) * columnWeight
      target[start + column] = (top * (256 - rowWeight) + bottom * rowWeight + 32_768) >> 16
    }
  }
}

function samplePositions(sourceLength: number, targetLength: number) {
  const firstIndexes = new Uint32Array(targetLength)
  const secondIndexes = new Uint32Array(targetLength)
  const weights = new Uint32Array(targetLength)
  for (let index = 0; index < targetLength; index += 1) {
    const at = Math.max(0, Math.min(sourceLength - 1, ((index + 0.5) * sourceLength) / targetLength - 0.5))
    firstIndexes[index] = Math.floor(at)
    secondIndexes[index] = Math.min(sourceLength - 1, Math.floor(at) + 1)
    weights[index] = Math.round((at - Math.floor(at)) * 256)
  }
  return { first: firstIndexes, second: secondIndexes, weight: weights }
}

/** Mixes the second frame into the first one. `share`: the weight of the second, 0 to 1. */
export function mixInto(first: Uint8Array, second: Uint8Array, share: number): void {
  const weight = Math.round(share * 256)
  for (let index = 0; index < first.length; index += 1) {
    first[index] = ((first[index] ?? 0) * (256 - weight) + (second[index] ?? 0) * weight + 128) >> 8
  }
}
