import { type Answer, type CallAnswer, type CallRequest, type Context, ok, refuse } from '#server/verbs/verb.ts'
import type { PosterWidth } from '#shared/domain/poster-sources.ts'
import { and, eq, media } from '#server/database/database.ts'
import { requireOwner } from '#server/verbs/require-owner.ts'
import type { ReadableFile } from '#server/media-store/file-store.ts'
import type { presignGet as presignCall } from '#shared/api/files.ts'
import { mediaUrl } from '#server/media-store/media-name.ts'

export type MediaContext = Pick<Context, 'db' | 'caller' | 'media' | 'gallery' | 'secret' | 'nowMs' | 'setSession'>

interface FoundMedia {
  readonly file: ReadableFile
  readonly contentType: string
  readonly isPublic: boolean
}

/**
 * A gallery file, in a smaller width if requested, or a stored file of the caller. Another owner's file gets the same answer as a missing
 * one.
 */
export async function findMedia({
  ctx,
  input,
}: {
  ctx: MediaContext
  input: { readonly name: string; readonly width?: PosterWidth | undefined; readonly acceptsAvif?: boolean }
}): Promise<Answer<FoundMedia>> {
  const { name, width, acceptsAvif = false } = input
  const galleryFile = width === undefined ? ctx.gallery.fileOf(name) : await ctx.gallery.smallerOf(name, width, acceptsAvif)
  if (galleryFile !== undefined) return ok({ ...galleryFile, isPublic: true })
  if (width !== undefined) return refuse('H4001')
  const owner = await requireOwner(ctx)
  if (!owner.ok) return refuse('H4001')
  const [row] = await ctx.db
    .select({ contentType: media.contentType })
    .from(media)
    .where(and(eq(media.name, name), eq(media.ownerId, owner.value), eq(media.state, 'stored')))
  return row === undefined ? refuse('H4001') : ok({ file: ctx.media.file(name), contentType: row.contentType, isPublic: false })
}

/** The stable address of one of the caller's files. It has no signature: each download checks the caller again. */
export async function presignGet({ ctx, input }: CallRequest<typeof presignCall>): Promise<CallAnswer<typeof presignCall>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const answer = await findMedia({ ctx, input: { name: input.filename } })
  return answer.ok ? ok({ presignedUrl: mediaUrl(input.filename) }) : answer
}
