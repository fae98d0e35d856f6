import { type Database, type Placeholder, type Transaction, and, eq, inArray, sql } from '#server/database/database.ts'
import { media } from '#server/database/schema.ts'
import { mediaNameOf } from '#server/media-store/media-name.ts'

/** The names of this owner's stored uploads, in order; undefined if any address is not one of them. */
export async function findOwnImages(db: Database | Transaction, ownerId: string, urls: readonly string[]): Promise<string[] | undefined> {
  const names = mediaNames(urls)
  if (names === undefined) return undefined
  const rows = await db
    .select({ name: media.name })
    .from(media)
    .where(and(inArray(media.name, names), eq(media.ownerId, ownerId), eq(media.kind, 'upload'), eq(media.state, 'stored')))
  return rows.length === new Set(names).size ? names : undefined
}

/** The names in our own addresses; undefined if any address is not our own. */
export function mediaNames(urls: readonly string[]): string[] | undefined {
  const names = urls.map(mediaNameOf).filter((name) => name !== undefined)
  return names.length < urls.length ? undefined : names
}

/** A condition for statements: whether all of `images`, names joined by commas, are stored uploads of `ownerId`. */
export const ownsImages = (value: (of: 'images' | 'ownerId') => Placeholder) => sql`not exists (
  select from unnest(string_to_array(${value('images')}, ',')) as asked (name)
  where not exists (
    select from media
    where media.name = asked.name and owner_id = ${value('ownerId')} and kind = 'upload' and state = 'stored'
  )
)`
