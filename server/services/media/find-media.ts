import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import { and, eq } from 'drizzle-orm'
import { media } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { ok } from '#shared/result.ts'

export type MediaContext = Pick<Context, 'db' | 'caller' | 'media' | 'gallery' | 'nowMs' | 'setSession'>

interface FoundMedia {
  readonly path: string
  readonly contentType: string
  /** Of the gallery: anybody may have it. */
  readonly isPublic: boolean
}

/** A file of the gallery, or a stored one of the caller. What belongs to somebody else looks exactly like what is not there. */
export async function findMedia({
  ctx,
  input,
}: {
  ctx: MediaContext
  input: { readonly name: string }
}): Promise<Result<FoundMedia, ServiceFailure>> {
  const shown = ctx.gallery.fileOf(input.name)
  if (shown !== undefined) return ok({ ...shown, isPublic: true })
  const owner = await requireOwner(ctx)
  if (!owner.ok) return refuse('H4001')
  const [row] = await ctx.db
    .select({ contentType: media.contentType })
    .from(media)
    .where(and(eq(media.name, input.name), eq(media.ownerId, owner.value), eq(media.state, 'stored')))
  return row === undefined ? refuse('H4001') : ok({ path: ctx.media.pathOf(input.name), contentType: row.contentType, isPublic: false })
}
