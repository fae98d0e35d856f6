import type { Size } from '#shared/motion/pixels.ts'
import { open } from 'node:fs/promises'
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'

const BOX_HEADER_BYTES = 16
/** Codecs that all browsers play. */
const PLAYABLE = new Set(['avc', 'vp9', 'av1'])
/** The longest accepted answer of an engine. */
const MOST_SECONDS = 60
/** The longest accepted side, in px: twice that of 1080p. The poster has the same size. */
const MOST_SIDE_PX = 3840

export interface VideoFacts {
  /** The displayed size, in px. */
  readonly size: Size
  readonly seconds: number
  readonly hasSound: boolean
}

/** The properties of an MP4; undefined where browsers cannot play it. */
export async function readVideo(path: string, mostSeconds = MOST_SECONDS): Promise<VideoFacts | undefined> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(path) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null || !PLAYABLE.has(track.codec ?? '')) return undefined
    const seconds = await track.computeDuration()
    if (!(seconds > 0 && seconds <= mostSeconds)) return undefined
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

/** Whether an MP4 can start playing before it is fully downloaded: its index precedes its frames. */
export async function isFastStart(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const header = Buffer.alloc(BOX_HEADER_BYTES)
    for (let at = 0; at + 8 <= size;) {
      await file.read(header, 0, BOX_HEADER_BYTES, at)
      const type = header.toString('latin1', 4, 8)
      if (type === 'moov' || type === 'mdat') return type === 'moov'
      const short = header.readUInt32BE(0)
      const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short
      if (length < 8) return false
      at += length
    }
    return false
  } finally {
    await file.close()
  }
}
