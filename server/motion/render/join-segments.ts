import * as media from 'mediabunny'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { type EncodedMusic, addMusic } from './encode-music.ts'

const IDR_SLICE = 5
const UNIT_LENGTH_BYTES = 4

/** Whether a frame is a key frame. The encoder's file marks every frame as one. */
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

/** Appends the frames of MP4s with the same encoder settings, each starting with a key frame. */
async function addSegments(video: media.EncodedVideoPacketSource, segments: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  let frame = 0
  for (const segment of segments) {
    const input = new media.Input({ formats: [media.MP4], source: new media.BufferSource(segment) })
    const track = await input.getPrimaryVideoTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config) throw new Error('The encoder made a segment without video')
    const decoderConfig = taggedConfig(config)
    for await (const packet of new media.EncodedPacketSink(track).packets()) {
      const timing = { timestamp: frame / FRAMES_PER_SECOND, duration: 1 / FRAMES_PER_SECOND }
      const timed = packet.clone({ ...timing, type: isKeyFrame(packet.data) ? 'key' : 'delta' })
      await video.add(timed, { decoderConfig })
      frame++
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
  const sound = music && new media.EncodedAudioPacketSource('aac')
  if (sound) output.addAudioTrack(sound)
  await output.start()
  await addSegments(video, segments)
  if (sound) await addMusic(sound, music)
  await output.finalize()
  if (!target.buffer) throw new Error('The muxer made no file')
  return new Uint8Array(target.buffer)
}

/** SPS of these profiles have the simple layout parsed here; encoders of other profiles tag colour themselves. */
const PLAIN_PROFILES = new Set([66, 77, 88])
const SPS_LENGTH_AT = 6
const SPS_AT = 8

/** Video usability information with colour only: any format, limited range; primaries, transfer and matrix of Rec. 709. */
const COLOUR_ONLY = `00110101${'00000001'.repeat(3)}000000`

/**
 * An avcC record with an SPS tagged Rec. 709, limited range; one with colour information is unchanged. The WebAssembly encoder writes none,
 * and players then guess by picture size.
 */
function tagColour(avcc: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(avcc.buffer, avcc.byteOffset, avcc.byteLength)
  const end = SPS_AT + view.getUint16(SPS_LENGTH_AT)
  const sps = tagSps(avcc.subarray(SPS_AT, end))
  const tagged = new Uint8Array([...avcc.subarray(0, SPS_AT), ...sps, ...avcc.subarray(end)])
  new DataView(tagged.buffer).setUint16(SPS_LENGTH_AT, sps.length)
  return tagged
}

function tagSps(sps: Uint8Array): Uint8Array {
  const [header = 0, profile = 0] = sps
  if (!PLAIN_PROFILES.has(profile)) return sps
  const bits = [...withoutGuards(sps.subarray(1))].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const flagAt = findUsabilityFlag(bits)
  if (flagAt === null || bits[flagAt] === '1') return sps
  const written = `${bits.slice(0, flagAt)}1${COLOUR_ONLY}1`
  const bytes = written.match(/.{1,8}/g) ?? []
  return new Uint8Array([header, ...withGuards(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))])
}

/** The position of the VUI flag; null in a layout that is not parsed here. */
function findUsabilityFlag(bits: string): number | null {
  let at = 24
  const flag = () => bits[at++] === '1'
  const number = () => {
    const zeros = bits.indexOf('1', at) - at
    at += 2 * zeros + 1
    return Number.parseInt(bits.slice(at - zeros - 1, at), 2) - 1
  }
  number()
  number()
  const order = number()
  if (order === 1) return null
  if (order === 0) number()
  number()
  flag()
  number()
  number()
  if (!flag()) flag()
  flag()
  if (flag()) for (let side = 0; side < 4; side++) number()
  return at
}

/** Removes emulation prevention bytes: the 3 after two zero bytes. */
function withoutGuards(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, i) => !(byte === 3 && i >= 2 && bytes[i - 1] === 0 && bytes[i - 2] === 0))
}

function withGuards(bytes: readonly number[]): number[] {
  const guarded: number[] = []
  for (const byte of bytes) {
    if (byte <= 3 && guarded.at(-1) === 0 && guarded.at(-2) === 0) guarded.push(3)
    guarded.push(byte)
  }
  return guarded
}
