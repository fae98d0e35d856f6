import type { Creation } from '#shared/api/generation.ts'
import type { ClipFacts, EditOrder, MadeMedia, MediaFormat } from '#shared/contract/media-contract.ts'
import { downloadName } from '#shared/domain/file-name.ts'
import { can } from '#shared/platform/capabilities.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { videoUrls } from '#src/creations/actions/action-deps.ts'
import { fetchFirst } from '#src/creations/actions/download-video.ts'
import { fetchMedia } from '#src/platform/download.ts'
import type { MediaClient } from './media-client.ts'
import { withPageSound } from './page-sound.ts'

export interface OpenedVideo {
  readonly blob: Blob
  readonly facts: ClipFacts
}

/** From this device where the video is kept, else from the server. */
export async function openVideo(creation: Creation, client: Pick<MediaClient, 'look'>, signal: AbortSignal): Promise<Result<OpenedVideo>> {
  const fetched = await fetchFirst(videoUrls({ kind: 'media', creation }), fetchMedia)
  if (fetched === null) return fail({ code: 'media_missing', retry: 'now' })
  const facts = await client.look(signal, fetched.blob)
  return facts.ok ? ok({ blob: fetched.blob, facts: facts.value }) : facts
}

/** Carries out an order; the page decodes the sound where the worker cannot. */
export async function makeEdit(
  order: EditOrder,
  client: Pick<MediaClient, 'make'>,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<Result<MadeMedia>> {
  return client.make(signal, can('decodeAudio') ? order : await withPageSound(order), onShare)
}

/** A readable file name that says what it is beside the original. */
export function editedName(creation: Creation, format: MediaFormat, what = 'edited'): string {
  const [kind, extension] = format === 'png' ? ['still', 'png'] : format === 'jpeg' ? ['still', 'jpg'] : [what, format]
  return downloadName(creation).replace(/\.mp4$/, `-${kind}.${extension}`)
}
