import type * as H264Package from 'h264-mp4-encoder'
import * as media from 'mediabunny'
import { BITS_PER_EDITED_PIXEL, EDIT_KEY_FRAME_S } from '#shared/domain/editing-rules.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import type { Size } from '#shared/domain/media-limits.ts'
import { splitParameters } from '#shared/h264/parameter-sets.ts'
import { tagColour } from '#shared/h264/tag-colour.ts'
import { MediaFailure } from './open-clip.ts'

/** Turns I420 frames into the packets of a video track. */
export interface VideoEncoding {
  readonly source: media.VideoSource
  /** The caller may change the frame after this resolves. */
  add(frame: Uint8Array<ArrayBuffer>): Promise<void>
  /** Call it before the output is finalized. */
  finish(): Promise<void>
}

/** `webcodecs`: the browser's encoder. `built-in`: the WebAssembly encoder of this app. */
export type VideoEncoderKind = 'webcodecs' | 'built-in'

/** The speed setting of the built-in encoder: 0 is the best quality, 10 the fastest. */
const BUILT_IN_SPEED = 9
/** The quantiser of the built-in encoder: 10 to 51, lower is better. */
const BUILT_IN_QUANTISER = 23

/** The encoders to try for a size, in order. A browser may report H.264 support and fail at the first frame. */
export async function videoEncoders(size: Size): Promise<readonly VideoEncoderKind[]> {
  const hasWebCodecs = 'VideoEncoder' in globalThis && (await media.canEncodeVideo('avc', { ...size, quality: qualityOf(size) }))
  return hasWebCodecs ? ['webcodecs', 'built-in'] : ['built-in']
}

export function openVideoEncoding(kind: VideoEncoderKind, size: Size, colorSpace: VideoColorSpaceInit): Promise<VideoEncoding> {
  return kind === 'webcodecs' ? openWebCodecs(size, colorSpace) : openBuiltIn(size, colorSpace)
}

function qualityOf({ width, height }: Size): media.Quality {
  return new media.Quality({ bitrate: Math.round(width * height * FRAMES_PER_SECOND * BITS_PER_EDITED_PIXEL) })
}

async function openWebCodecs(size: Size, colorSpace: VideoColorSpaceInit): Promise<VideoEncoding> {
  const source = new media.VideoSampleSource({
    codec: 'avc',
    quality: qualityOf(size),
    keyFrameInterval: EDIT_KEY_FRAME_S,
    latencyMode: 'quality',
    onEncodedPacket(packet, meta) {
      const { data, record } = splitParameters(packet.data)
      Object.assign(packet, { data })
      const config = meta?.decoderConfig
      const description = record ?? config?.description
      if (config && description) config.description = tagColour(description, colorSpace)
    },
  })
  let frameCount = 0
  return {
    source,
    async add(frame) {
      const timestamp = Math.round((frameCount * 1_000_000) / FRAMES_PER_SECOND)
      const videoFrame = new VideoFrame(frame, { format: 'I420', codedWidth: size.width, codedHeight: size.height, timestamp, colorSpace })
      const sample = new media.VideoSample(videoFrame, { timestamp: frameCount / FRAMES_PER_SECOND, duration: 1 / FRAMES_PER_SECOND })
      frameCount += 1
      try {
        await source.add(sample)
      } finally {
        sample.close()
      }
    },
    finish: async () => undefined,
  }
}

/** The WebAssembly encoder. It writes its own file in memory; the packets of the file become the track. */
async function openBuiltIn(size: Size, colorSpace: VideoColorSpaceInit): Promise<VideoEncoding> {
  const { createH264MP4Encoder } = await loadBuiltIn()
  const encoder = await createH264MP4Encoder()
  Object.assign(encoder, { ...size, frameRate: FRAMES_PER_SECOND, speed: BUILT_IN_SPEED, quantizationParameter: BUILT_IN_QUANTISER })
  encoder.groupOfPictures = EDIT_KEY_FRAME_S * FRAMES_PER_SECOND
  encoder.initialize()
  const source = new media.EncodedVideoPacketSource('avc')
  return {
    source,
    add: async (frame) => encoder.addFrameYuv(frame),
    async finish() {
      encoder.finalize()
      const file = encoder.FS.readFile(encoder.outputFilename) as Uint8Array<ArrayBuffer>
      encoder.FS.unlink(encoder.outputFilename)
      encoder.delete()
      await addPackets(file, source, colorSpace)
    },
  }
}

async function loadBuiltIn(): Promise<typeof H264Package> {
  try {
    const encoderModule = await import('h264-mp4-encoder')
    return 'default' in encoderModule ? encoderModule.default : encoderModule
  } catch (error) {
    throw new MediaFailure('media_no_encoder', error)
  }
}

/** The encoder's file marks every frame as a key frame. So each packet is parsed to find the real key frames. */
async function addPackets(
  file: Uint8Array<ArrayBuffer>,
  source: media.EncodedVideoPacketSource,
  colorSpace: VideoColorSpaceInit,
): Promise<void> {
  const input = new media.Input({ formats: [media.MP4], source: new media.BufferSource(file) })
  const track = await input.getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config?.description) throw new Error('The encoder returned a file without video.')
  const decoderConfig = { ...config, description: tagColour(config.description, colorSpace), colorSpace }
  let frameIndex = 0
  for await (const packet of new media.EncodedPacketSink(track).packets()) {
    const timing = { timestamp: frameIndex / FRAMES_PER_SECOND, duration: 1 / FRAMES_PER_SECOND }
    const type = (await track.determinePacketType(packet)) ?? packet.type
    await source.add(packet.clone({ ...timing, type }), { decoderConfig })
    frameIndex += 1
  }
  input.dispose()
}
