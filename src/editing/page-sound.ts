import type { EditOrder } from '#shared/contract/media-contract.ts'

const RATE = 48_000
const HEAD_BYTES = 44
const SAMPLE_BYTES = 2
const CHANNELS = 2
const PCM = 1

/** An order whose sounds are decoded already. Some browsers decode audio on the page alone, as Safari does before 26. */
export async function withPageSound(order: EditOrder): Promise<EditOrder> {
  const { sound, clips } = order
  // What cannot be decoded here, the worker refuses with its reason.
  if (sound.kind === 'music') return { ...order, sound: { ...sound, file: (await decodeOnPage(sound.file)) ?? sound.file } }
  if (sound.kind === 'none' || order.format !== 'mp4') return order
  const sounds: (Blob | null)[] = []
  for (const clip of clips) sounds.push(await decodeOnPage(clip))
  return { ...order, sounds }
}

/** The sound of a file as WAV; null where there is none that this browser reads. */
export async function decodeOnPage(file: Blob): Promise<Blob | null> {
  try {
    const decoded = await new OfflineAudioContext(CHANNELS, 1, RATE).decodeAudioData(await file.arrayBuffer())
    return toWav(decoded)
  } catch {
    return null
  }
}

function toWav(sound: AudioBuffer): Blob {
  const left = sound.getChannelData(0)
  const right = sound.getChannelData(Math.min(1, sound.numberOfChannels - 1))
  const samples = new Int16Array(sound.length * CHANNELS)
  for (let at = 0; at < sound.length; at += 1) {
    samples[2 * at] = toInteger(left[at] ?? 0)
    samples[2 * at + 1] = toInteger(right[at] ?? 0)
  }
  return new Blob([wavHead(samples.byteLength, sound.sampleRate), samples], { type: 'audio/wav' })
}

function toInteger(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * 32_767)
}

function wavHead(bytes: number, rate: number): ArrayBuffer {
  const head = new DataView(new ArrayBuffer(HEAD_BYTES))
  const words = (at: number, text: string) => new Uint8Array(head.buffer).set(new TextEncoder().encode(text), at)
  words(0, 'RIFF')
  head.setUint32(4, HEAD_BYTES - 8 + bytes, true)
  words(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, PCM, true)
  head.setUint16(22, CHANNELS, true)
  head.setUint32(24, rate, true)
  head.setUint32(28, rate * CHANNELS * SAMPLE_BYTES, true)
  head.setUint16(32, CHANNELS * SAMPLE_BYTES, true)
  head.setUint16(34, 8 * SAMPLE_BYTES, true)
  words(36, 'data')
  head.setUint32(40, bytes, true)
  return head.buffer
}
