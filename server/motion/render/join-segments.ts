import * as media from 'mediabunny'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { stateLevel } from '#shared/h264/state-level.ts'
import { tagColour } from '#shared/h264/tag-colour.ts'
import { type EncodedMusic, addMusic } from './encode-music.ts'

const IDR_SLICE = 5
const UNIT_LENGTH_BYTES = 4

/** Whether a frame is a key frame. The encoder's file marks every frame as a key frame. */
function isKeyFrame(frame: Uint8Array): boolean {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  for (let position = 0; position + UNIT_LENGTH_BYTES < frame.length; position += UNIT_LENGTH_BYTES + view.getUint32(position)) {
    if ((view.getUint8(position + UNIT_LENGTH_BYTES) & 0x1f) === IDR_SLICE) return true
  }
  return false
}

const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

function tagConfig(config: VideoDecoderConfig): VideoDecoderConfig {
  const { description } = config
  if (!description) throw new Error('The encoder returned a segment without parameters')
  return { ...config, description: tagColour(description, BT709), colorSpace: BT709 }
}

/** Appends the frames of MP4s with the same encoder settings, each starting with a key frame. */
async function addSegments(video: media.EncodedVideoPacketSource, segments: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  let frameIndex = 0
  for (const segment of segments) {
    const input = new media.Input({ formats: [media.MP4], source: new media.BufferSource(segment) })
    const track = await input.getPrimaryVideoTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config) throw new Error('The encoder returned a segment without video')
    const decoderConfig = tagConfig(config)
    for await (const packet of new media.EncodedPacketSink(track).packets()) {
      const timing = { timestamp: frameIndex / FRAMES_PER_SECOND, duration: 1 / FRAMES_PER_SECOND }
      const timedPacket = packet.clone({ ...timing, type: isKeyFrame(packet.data) ? 'key' : 'delta' })
      await video.add(timedPacket, { decoderConfig })
      frameIndex++
    }
    input.dispose()
  }
}

/** Joins segments, with music of the same length if any, into one MP4: index first, 24 fps, tagged Rec. 709. */
export async function joinSegments(segments: readonly Uint8Array<ArrayBuffer>[], music: EncodedMusic | null): Promise<Uint8Array> {
  const target = new media.BufferTarget()
  const output = new media.Output({ format: new media.Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const video = new media.EncodedVideoPacketSource('avc')
  output.addVideoTrack(video, { frameRate: FRAMES_PER_SECOND })
  const soundSource = music && new media.EncodedAudioPacketSource('aac')
  if (soundSource) output.addAudioTrack(soundSource)
  await output.start()
  await addSegments(video, segments)
  if (soundSource) await addMusic(soundSource, music)
  await output.finalize()
  if (!target.buffer) throw new Error('The muxer returned no file')
  const file = new Uint8Array(target.buffer)
  stateLevel(file, FRAMES_PER_SECOND)
  return file
}
