import type { Size } from '#motion/pixels.ts'
import { open, truncate } from 'node:fs/promises'
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'

const BOX_HEADER_BYTES = 16
const SHORT_HEADER_BYTES = 8
/** The longest accepted index, which is read into memory. A minute of video needs less than 0.2 MB. */
const MAX_INDEX_BYTES = 4 * 1024 * 1024
/** More boxes than any accepted video has: a minute with a fragment for each frame has fewer. */
export const MAX_BOXES = 10_000
/** Codecs that all browsers play. */
const PLAYABLE_CODECS = new Set(['avc', 'vp9', 'av1'])
/** The longest accepted video of an engine. */
const MOST_SECONDS = 60
/** The longest accepted side, in px: twice that of 1080p. The poster has the same size. */
const MOST_SIDE_PX = 3840

export interface VideoFacts {
  /** The displayed size, in px. */
  readonly size: Size
  readonly seconds: number
  readonly hasSound: boolean
}

/** The properties of an MP4; undefined if browsers cannot play it, or if it exceeds a limit of this file. */
export async function readVideo(path: string, maxSeconds = MOST_SECONDS): Promise<VideoFacts | undefined> {
  if (!(await hasShortIndex(path))) return undefined
  const input = new Input({ formats: [MP4], source: new FilePathSource(path) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null || !PLAYABLE_CODECS.has(track.codec ?? '')) return undefined
    const seconds = await track.computeDuration()
    if (!(seconds > 0 && seconds <= maxSeconds)) return undefined
    const size = { width: track.displayWidth, height: track.displayHeight }
    if (!(Math.min(size.width, size.height) >= 1 && Math.max(size.width, size.height) <= MOST_SIDE_PX)) return undefined
    // A truncated file has its index, but not its last packet.
    if ((await new EncodedPacketSink(track).getPacket(Infinity)) === null) return undefined
    const hasSound = (await input.getPrimaryAudioTrack()) !== null
    return { size, seconds, hasSound }
  } catch {
    return undefined
  } finally {
    input.dispose()
  }
}

async function hasShortIndex(path: string): Promise<boolean> {
  const boxes = await readBoxes(path)
  if (boxes === undefined) return false
  const indexBoxes = boxes.filter(({ type }) => type === 'moov' || type === 'moof')
  return indexBoxes.reduce((sum, { length }) => sum + length, 0) <= MAX_INDEX_BYTES
}

/** The types of the boxes that a player reads. */
const PLAYED_BOXES = new Set(['moov', 'moof', 'mdat', 'mfra'])

/** Whether an MP4 can start playing before it is fully downloaded: its index precedes its frames. */
export async function isFastStart(path: string): Promise<boolean> {
  const boxes = await readBoxes(path)
  return boxes?.find(({ type }) => type === 'moov' || type === 'mdat')?.type === 'moov'
}

/** Cuts an MP4 after the last box that a player reads. A file with too many boxes stays unchanged. */
export async function cutBehindBoxes(path: string): Promise<void> {
  const boxes = await readBoxes(path)
  if (boxes !== undefined) await truncate(path, boxes.findLast(({ type }) => PLAYED_BOXES.has(type))?.end ?? 0)
}

interface Box {
  readonly type: string
  readonly length: number
  /** The position after the last byte of the box. */
  readonly end: number
}

/** The complete boxes at the start of a file, up to the first invalid bytes; undefined for more than MAX_BOXES. */
async function readBoxes(path: string): Promise<readonly Box[] | undefined> {
  const boxes: Box[] = []
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const header = Buffer.alloc(BOX_HEADER_BYTES)
    for (let position = 0; position + SHORT_HEADER_BYTES <= size;) {
      await file.read(header, 0, BOX_HEADER_BYTES, position)
      const shortLength = header.readUInt32BE(0)
      const length = shortLength === 1 ? Number(header.readBigUInt64BE(8)) : shortLength
      if (length < SHORT_HEADER_BYTES || position + length > size) break
      if (boxes.length === MAX_BOXES) return undefined
      position += length
      boxes.push({ type: header.toString('latin1', 4, 8), length, end: position })
    }
    return boxes
  } finally {
    await file.close()
  }
}
