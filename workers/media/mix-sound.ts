import * as media from 'mediabunny'
import type { OwnMusic } from '#shared/contract/media-contract.ts'
import { CUT_FADE_S, EDIT_SOUND_BITS, type FrameSpan } from '#shared/domain/editing-rules.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { type Clip, MediaFailure } from './open-clip.ts'

/** Stereo; both channels are equally long. */
export interface Sound {
  readonly left: Float32Array<ArrayBuffer>
  readonly right: Float32Array<ArrayBuffer>
  readonly rate: number
}

/** A range of a clip's frames, with the clip's sound; silent if the clip has none. */
export interface SoundShot {
  readonly clip: Pick<Clip, 'sound' | 'startS'>
  readonly from: number
  readonly to: number
}

const MUSIC_FORMATS = [media.MP3, media.MP4, media.QTFF, media.WAVE, media.OGG, media.FLAC, media.ADTS, media.WEBM]
const USUAL_RATES = new Set([44_100, 48_000])
const PACKET_SAMPLES = 1024

function createSilence(frames: number, rate: number): Sound {
  const samples = samplesAt(frames, rate)
  return { left: new Float32Array(samples), right: new Float32Array(samples), rate }
}

function samplesAt(frames: number, rate: number): number {
  return Math.round((frames * rate) / FRAMES_PER_SECOND)
}

/** The sound of several consecutive shots; null if all are silent. */
export async function soundOfShots(shots: readonly SoundShot[]): Promise<Sound | null> {
  const firstTrack = shots.find(({ clip }) => clip.sound !== null)?.clip.sound ?? null
  if (firstTrack === null) return null
  const joinedSound = createSilence(sumFrames(shots), usualRate(await firstTrack.getSampleRate()))
  let startFrame = 0
  for (const { clip, from, to } of shots) {
    const [at, end] = [samplesAt(startFrame, joinedSound.rate), samplesAt(startFrame + to - from, joinedSound.rate)]
    if (clip.sound !== null) {
      await readInto(clip.sound, clip.startS + from / FRAMES_PER_SECOND, joinedSound, at, end)
      fadeEdges(joinedSound, at, end)
    }
    startFrame += to - from
  }
  return joinedSound
}

function sumFrames(shots: readonly SoundShot[]): number {
  return shots.reduce((total, { from, to }) => total + to - from, 0)
}

function usualRate(rate: number): number {
  return USUAL_RATES.has(rate) ? rate : 48_000
}

/** The user's own music in the length of `frames` video frames: cut or repeated. */
export async function soundOfMusic({ file, volume, fadeInS, fadeOutS }: OwnMusic, frames: number): Promise<Sound> {
  const input = new media.Input({ formats: MUSIC_FORMATS, source: new media.BlobSource(file) })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (track === null || !(await track.canDecode())) throw new MediaFailure('media_sound', new Error('no track that can be decoded'))
    const music = createSilence(frames, usualRate(await track.getSampleRate()))
    const writtenSamples = await readInto(track, Math.max(0, await track.getFirstTimestamp()), music, 0, music.left.length)
    if (writtenSamples === 0) throw new MediaFailure('media_sound', new Error('no samples'))
    repeatMusic(music, writtenSamples)
    for (const channel of [music.left, music.right]) fadeMusic(channel, volume, fadeInS * music.rate, fadeOutS * music.rate)
    return music
  } catch (error) {
    throw error instanceof MediaFailure ? error : new MediaFailure('media_sound', error)
  } finally {
    input.dispose()
  }
}

function repeatMusic({ left, right }: Sound, samples: number): void {
  for (let at = samples; at < left.length; at += samples) {
    left.copyWithin(at, 0, Math.min(samples, left.length - at))
    right.copyWithin(at, 0, Math.min(samples, left.length - at))
  }
}

/** Applies the volume and a fade at both ends. `fadeIn` and `fadeOut` are numbers of samples. */
export function fadeMusic(channel: Float32Array, volume: number, fadeIn: number, fadeOut: number): void {
  for (let at = 0; at < channel.length; at += 1) {
    const rise = fadeIn <= 0 ? 1 : Math.min(1, at / fadeIn)
    const fall = fadeOut <= 0 ? 1 : Math.min(1, (channel.length - 1 - at) / fadeOut)
    channel[at] = (channel[at] ?? 0) * volume * Math.min(rise, fall)
  }
}

/** The sound of a result with these runs of frames. During a backward run the sound runs forward, because reversed speech is noise. */
export function arrangeSound(sound: Sound, spans: readonly FrameSpan[]): Sound {
  const { rate } = sound
  const arranged = createSilence(
    spans.reduce((total, { from, to }) => total + to - from, 0),
    rate,
  )
  let startFrame = 0
  for (const { from, to, isBackward, fadesTo } of spans) {
    const [at, end] = [samplesAt(startFrame, rate), samplesAt(startFrame + to - from, rate)]
    for (const side of ['left', 'right'] as const) {
      arranged[side].set(sound[side].subarray(samplesAt(from, rate), samplesAt(from, rate) + end - at), at)
      if (fadesTo !== null) crossFade(arranged[side].subarray(at, end), sound[side].subarray(samplesAt(fadesTo, rate)))
    }
    if (isBackward) fadeEdges(arranged, at, end)
    startFrame += to - from
  }
  return arranged
}

function crossFade(samples: Float32Array, nextSamples: Float32Array): void {
  for (let at = 0; at < samples.length; at += 1) {
    const share = at / samples.length
    samples[at] = (samples[at] ?? 0) * (1 - share) + (nextSamples[at] ?? 0) * share
  }
}

function fadeEdges({ left, right, rate }: Sound, from: number, to: number): void {
  for (const channel of [left, right]) fadeMusic(channel.subarray(from, to), 1, CUT_FADE_S * rate, CUT_FADE_S * rate)
}

/**
 * Decodes a track from `fromS` on into the samples from `start` to `end` of a sound. Returns the length of the written part in samples.
 */
async function readInto(track: media.InputAudioTrack, fromS: number, target: Sound, start: number, end: number): Promise<number> {
  const lengthS = (end - start) / target.rate
  let writtenEnd = start
  for await (const sample of new media.AudioSampleSink(track).samples(fromS, fromS + lengthS)) {
    const left = channelOf(sample, 0, target.rate)
    const right = sample.numberOfChannels > 1 ? channelOf(sample, 1, target.rate) : left
    const at = start + Math.round((sample.timestamp - fromS) * target.rate)
    const skipped = Math.max(0, start - at)
    const usedEnd = Math.min(left.length, end - at)
    if (usedEnd > skipped) {
      target.left.set(left.subarray(skipped, usedEnd), at + skipped)
      target.right.set(right.subarray(skipped, usedEnd), at + skipped)
      writtenEnd = Math.max(writtenEnd, at + usedEnd)
    }
    sample.close()
  }
  return writtenEnd - start
}

/** One channel at another rate, interpolated between samples. */
function channelOf(sample: media.AudioSample, planeIndex: number, rate: number): Float32Array {
  const data = new Float32Array(sample.numberOfFrames)
  sample.copyTo(data, { planeIndex, format: 'f32-planar' })
  if (sample.sampleRate === rate) return data
  const step = sample.sampleRate / rate
  return Float32Array.from({ length: Math.round(data.length / step) }, (_, index) => {
    const at = index * step
    const [previousSample, nextSample] = [data[Math.floor(at)] ?? 0, data[Math.floor(at) + 1] ?? data.at(-1) ?? 0]
    return previousSample + (nextSample - previousSample) * (at % 1)
  })
}

/** Encodes a sound as AAC. The returned function adds it to a track, aligned with the start of the video and cut to its own length. */
export async function encodeSound({ left, right, rate }: Sound): Promise<(track: media.EncodedAudioPacketSource) => Promise<void>> {
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
  registerAacEncoder()
  const packets: Uint8Array<ArrayBuffer>[] = []
  let decoderConfig: AudioDecoderConfig | undefined
  const source = new media.AudioSampleSource({
    codec: 'aac',
    quality: new media.Quality({ bitrate: EDIT_SOUND_BITS }),
    onEncodedPacket(packet, meta) {
      packets.push(packet.data.slice())
      decoderConfig ??= meta?.decoderConfig
    },
  })
  const output = new media.Output({ format: new media.Mp4OutputFormat({ fastStart: 'in-memory' }), target: new media.NullTarget() })
  output.addAudioTrack(source)
  await output.start()
  for (let at = 0; at < left.length; at += rate) await addSecond(source, { left, right, rate }, at)
  await output.finalize()
  if (decoderConfig === undefined) throw new Error('The encoder returned no audio settings.')
  const config = decoderConfig
  return async (track) => {
    // The first packet is the encoder's priming. Its time is before 0, where an edit list removes it.
    for (const [index, data] of packets.entries()) {
      const start = (index - 1) * PACKET_SAMPLES
      const length = Math.min(PACKET_SAMPLES, left.length - start)
      if (length > 0) await track.add(new media.EncodedPacket(data, 'key', start / rate, length / rate), { decoderConfig: config })
    }
  }
}

async function addSecond(source: media.AudioSampleSource, { left, right, rate }: Sound, at: number): Promise<void> {
  const length = Math.min(rate, left.length - at)
  const data = new Float32Array(length * 2)
  data.set(left.subarray(at, at + length))
  data.set(right.subarray(at, at + length), length)
  const sample = new media.AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate: rate, timestamp: at / rate })
  await source.add(sample)
  sample.close()
}
