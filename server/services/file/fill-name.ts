import type { Transaction } from '#server/database/database.ts'
import type { MediaStore } from '#server/providers/media/disk.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import type { ArrivedPicture } from './receive-picture.ts'
import { eq } from 'drizzle-orm'
import { media } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { ok } from '#shared/result.ts'

/** The first complete upload fills a reserved name; the same bytes again are fine, other bytes are not. */
export async function fillName(
  tx: Transaction,
  files: Pick<MediaStore, 'publish'>,
  name: string,
  { temporaryPath, sha256, width, height }: ArrivedPicture,
): Promise<Result<object, ServiceFailure>> {
  const [row] = await tx.select({ state: media.state, sha256: media.sha256 }).from(media).where(eq(media.name, name)).for('update')
  if (row === undefined) return refuse('H3013')
  if (row.state === 'stored') return row.sha256 === sha256 ? ok({}) : refuse('H3013')
  await files.publish(temporaryPath, name)
  await tx.update(media).set({ state: 'stored', sha256, width, height }).where(eq(media.name, name))
  return ok({})
}
