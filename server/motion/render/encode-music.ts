import { registerAacEncoder } from '@mediabunny/aac-encoder'
import type { EncodedAudioPacketSource } from 'mediabunny'
import { AudioSample, AudioSampleSource, Mp4OutputFormat, NullTarget, Output, Quality, EncodedPacket } from 'mediabunny'
import { type Music, SAMPLE_RATE } from '#motion/music/music.ts'

/** AAC-LC packets of `PACKET_SAMPLES` each; the first is only the encoder's priming. */
export interface EncodedMusic {
  readonly packets: readonly Uint8Array<ArrayBuffer>[]
  readonly decoderConfig: AudioDecoderConfig
  /** Length of the music, without priming and padding. */
  readonly sampleCount: number
}

const PACKET_SAMPLES = 1024
const QUALITY = new Quality({ bitrate: 128_000 })

registerAacEncoder()

function toSample({ left, right }: Music): AudioSample {
  const data = new Float32Array(left.length * 2)
  data.set(left)
  data.set(right, left.length)
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate: SAMPLE_RATE, timestamp: 0 })
}

/** Encodes music as AAC on the thread of the encoder's package. */
export async function encodeMusic(music: Music): Promise<EncodedMusic> {
  const packets: Uint8Array<ArrayBuffer>[] = []
  let decoderConfig: AudioDecoderConfig | undefined
  const source = new AudioSampleSource({
    codec: 'aac',
    quality: QUALITY,
    onEncodedPacket(packet, meta) {
      packets.push(new Uint8Array(packet.data))
      decoderConfig ??= meta?.decoderConfig
    },
  })
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new NullTarget() })
  output.addAudioTrack(source)
  await output.start()
  const sample = toSample(music)
  await source.add(sample)
  sample.close()
  await output.finalize()
  if (!decoderConfig) throw new Error('The encoder returned no audio settings')
  return { packets, decoderConfig, sampleCount: music.left.length }
}

/**
 * Adds music to a track, aligned with the video's start and cut to its number of samples. The priming is before time 0, where the muxer's
 * edit list removes it; the last packet gets a shorter duration.
 */
export async function addMusic(track: EncodedAudioPacketSource, music: EncodedMusic): Promise<void> {
  const { packets, decoderConfig, sampleCount } = music
  for (const [index, data] of packets.entries()) {
    const startSample = (index - 1) * PACKET_SAMPLES
    const packetSamples = Math.min(PACKET_SAMPLES, sampleCount - startSample)
    if (packetSamples <= 0) break
    const packet = new EncodedPacket(data, 'key', startSample / decoderConfig.sampleRate, packetSamples / decoderConfig.sampleRate)
    await track.add(packet, { decoderConfig })
  }
}
