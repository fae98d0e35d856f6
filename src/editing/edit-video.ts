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
  const fetched = await fetchFirst(videoUrls({ kind: 'media', creation }), fetchMedia)
  if (fetched === null) return fail({ code: 'media_missing', retry: 'now' })
  const facts = await client.inspect(signal, fetched.blob)
  return facts.ok ? ok({ blob: fetched.blob, facts: facts.value }) : facts
}

/** Makes the video that an order describes. If the worker can't decode the sound, the page does that. */
export async function makeEdit(
  order: EditOrder,
  client: Pick<MediaClient, 'inspect' | 'make'>,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<Result<MadeMedia>> {
  return client.make(signal, can('decodeAudio') ? order : await withPageSound(order, client, signal), onShare)
}

/** The file name for a result: the original's name with a suffix. */
export function editedName(creation: Creation, format: MediaFormat, what = 'edited'): string {
  const [kind, extension] = format === 'png' ? ['still', 'png'] : format === 'jpeg' ? ['still', 'jpg'] : [what, format]
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
    // Sound is decoded only if the video has any: WebKitGTK 2.50 never answers for a video without sound.
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
    const decoded = await new OfflineAudioContext(CHANNELS, 1, SAMPLE_RATE).decodeAudioData(await file.arrayBuffer())
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

const WAV_HEAD_BYTES = 44
const SAMPLE_BYTES = 2
const WAV_PCM = 1

function wavHead(bytes: number, rate: number): ArrayBuffer {
  const head = new DataView(new ArrayBuffer(WAV_HEAD_BYTES))
  const words = (at: number, text: string) => new Uint8Array(head.buffer).set(new TextEncoder().encode(text), at)
  words(0, 'RIFF')
  head.setUint32(4, WAV_HEAD_BYTES - 8 + bytes, true)
  words(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, WAV_PCM, true)
  head.setUint16(22, CHANNELS, true)
  head.setUint32(24, rate, true)
  head.setUint32(28, rate * CHANNELS * SAMPLE_BYTES, true)
  head.setUint16(32, CHANNELS * SAMPLE_BYTES, true)
  head.setUint16(34, 8 * SAMPLE_BYTES, true)
  words(36, 'data')
  head.setUint32(40, bytes, true)
  return head.buffer
}
