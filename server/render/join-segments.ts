import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { addMusic } from '#server/render/add-music.ts'
import type { EncodedMusic } from '#server/render/encode-music.ts'
import { tagColour } from '#server/render/tag-colour.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'

const IDR_SLICE = 5
const UNIT_LENGTH_BYTES = 4

/** Whether a frame can be shown without those before it. The encoder's own file calls every frame so. */
function isKeyFrame(frame: Uint8Array): boolean {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  for (let at = 0; at + UNIT_LENGTH_BYTES < frame.length; at += UNIT_LENGTH_BYTES + view.getUint32(at)) {
    if ((view.getUint8(at + UNIT_LENGTH_BYTES) & 0x1f) === IDR_SLICE) return true
  }
  return false
}

const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

function taggedConfig(config: VideoDecoderConfig): VideoDecoderConfig {
  const { description } = config
  if (!description) throw new Error('The encoder made a segment without parameters')
  const avcc = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
  return { ...config, description: tagColour(avcc), colorSpace: BT709 }
}

/** Adds the frames of MP4s that were encoded with the same settings and start with key frames, one after the other. */
async function addSegments(video: EncodedVideoPacketSource, segments: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  let frame = 0
  for (const segment of segments) {
    const input = new Input({ formats: [MP4], source: new BufferSource(segment) })
    const track = await input.getPrimaryVideoTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config) throw new Error('The encoder made a segment without video')
    const decoderConfig = taggedConfig(config)
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const timing = { timestamp: frame / FRAMES_PER_SECOND, duration: 1 / FRAMES_PER_SECOND }
      const timed = packet.clone({ ...timing, type: isKeyFrame(packet.data) ? 'key' : 'delta' })
      await video.add(timed, { decoderConfig })
      frame++
    }
    input.dispose()
  }
}

/** Joins segments, and music of the same length if there is any, into one MP4: index first, 24 fps, tagged Rec. 709. */
export async function joinSegments(segments: readonly Uint8Array<ArrayBuffer>[], music: EncodedMusic | null): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const video = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(video, { frameRate: FRAMES_PER_SECOND })
  const sound = music && new EncodedAudioPacketSource('aac')
  if (sound) output.addAudioTrack(sound)
  await output.start()
  await addSegments(video, segments)
  if (sound) await addMusic(sound, music)
  await output.finalize()
  if (!target.buffer) throw new Error('The muxer made no file')
  return new Uint8Array(target.buffer)
}
