import type { Creation } from '#shared/api/generation.ts'
import type { ClipFacts, EditOrder, MadeMedia, MediaFormat } from '#shared/contract/media-contract.ts'
import { downloadName } from '#shared/domain/download-name.ts'
import { can } from '#shared/browser/capabilities.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { videoUrls } from '#src/creations/action-deps.ts'
import { fetchFirst } from '#src/creations/download-video.ts'
import { fetchMedia } from '#src/browser/download.ts'
import type { MediaClient } from './media-client.ts'

export interface OpenedVideo {
  readonly blob: Blob
  readonly facts: ClipFacts
}

/** Opens a video for editing: the offline copy on this device if there is one, else the server's file. */
export async function openVideo(
  creation: Creation,
  client: Pick<MediaClient, 'inspect'>,
  signal: AbortSignal,
): Promise<Result<OpenedVideo>> {
  const fetchedVideo = await fetchFirst(videoUrls({ kind: 'media', creation }), fetchMedia)
  if (fetchedVideo === null) return fail({ code: 'media_missing', retry: 'now' })
  const facts = await client.inspect(signal, fetchedVideo.blob)
  return facts.ok ? ok({ blob: fetchedVideo.blob, facts: facts.value }) : facts
}

/** Makes the video that an order describes, in the media worker. If the worker can't decode the sound, the page decodes it first. */
export async function makeEdit(
  order: EditOrder,
  client: Pick<MediaClient, 'inspect' | 'make'>,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<Result<MadeMedia>> {
  return client.make(signal, can('decodeAudio') ? order : await withPageSound(order, client, signal), onShare)
}

/** The file name for a result: the original's name with a suffix. */
export function editedName(creation: Creation, format: MediaFormat, suffix = 'edited'): string {
  const [kind, extension] = format === 'png' ? ['still', 'png'] : format === 'jpeg' ? ['still', 'jpg'] : [suffix, format]
  return downloadName(creation).replace(/\.mp4$/, `-${kind}.${extension}`)
}

/** The order with its sounds decoded by the page. Some browsers decode sound only on the page, for example Safari before 26. */
export async function withPageSound(order: EditOrder, client: Pick<MediaClient, 'inspect'>, signal: AbortSignal): Promise<EditOrder> {
  const { sound, clips } = order
  // If the page can't decode the music either, the worker gets the file and rejects it with a reason.
  if (sound.kind === 'music') return { ...order, sound: { ...sound, file: (await decodeOnPage(sound.file)) ?? sound.file } }
  if (sound.kind === 'none' || order.format !== 'mp4') return order
  const sounds: (Blob | null)[] = []
  for (const clip of clips) {
    // The page decodes the sound only if the video has any: in WebKitGTK 2.50, `decodeAudioData` never settles for a video without sound.
    const facts = await client.inspect(signal, clip)
    sounds.push(facts.ok && facts.value.hasSound ? await decodeOnPage(clip) : null)
  }
  return { ...order, sounds }
}

const SAMPLE_RATE = 48_000
const CHANNELS = 2

/** The sound of a file as WAV; null if the file has none that this browser can decode. */
async function decodeOnPage(file: Blob): Promise<Blob | null> {
  try {
    const audioBuffer = await new OfflineAudioContext(CHANNELS, 1, SAMPLE_RATE).decodeAudioData(await file.arrayBuffer())
    return toWav(audioBuffer)
  } catch {
    return null
  }
}

function toWav(sound: AudioBuffer): Blob {
  const left = sound.getChannelData(0)
  const right = sound.getChannelData(Math.min(1, sound.numberOfChannels - 1))
  const samples = new Int16Array(sound.length * CHANNELS)
  for (let index = 0; index < sound.length; index += 1) {
    samples[2 * index] = toInteger(left[index] ?? 0)
    samples[2 * index + 1] = toInteger(right[index] ?? 0)
  }
  return new Blob([wavHeader(samples.byteLength, sound.sampleRate), samples], { type: 'audio/wav' })
}

function toInteger(value: number): number {
  return Math.round(Math.max(-1, Math.min(1, value)) * 32_767)
}

const WAV_HEADER_BYTES = 44
const SAMPLE_BYTES = 2
const WAV_PCM = 1

function wavHeader(bytes: number, rate: number): ArrayBuffer {
  const header = new DataView(new ArrayBuffer(WAV_HEADER_BYTES))
  const writeText = (offset: number, text: string) => new Uint8Array(header.buffer).set(new TextEncoder().encode(text), offset)
  writeText(0, 'RIFF')
  header.setUint32(4, WAV_HEADER_BYTES - 8 + bytes, true)
  writeText(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, WAV_PCM, true)
  header.setUint16(22, CHANNELS, true)
  header.setUint32(24, rate, true)
  header.setUint32(28, rate * CHANNELS * SAMPLE_BYTES, true)
  header.setUint16(32, CHANNELS * SAMPLE_BYTES, true)
  header.setUint16(34, 8 * SAMPLE_BYTES, true)
  writeText(36, 'data')
  header.setUint32(40, bytes, true)
  return header.buffer
}
