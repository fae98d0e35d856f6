import { type Answer, type Context, ok } from '#server/verbs/verb.ts'
import { fail } from '#shared/result.ts'
import { type Database, type SQL, type Transaction, defineStatement, sql } from '../database/database.ts'

declare module '#server/verbs/services.ts' {
  interface ServiceConfig {
    /** The limit of stored bytes for an account, for a visitor, and for all visitors of an address together; 0: no limit. */
    readonly mediaBytesPerAccount: number
  }
}

interface StorageUse {
  /** Bytes of the owner's stored files, without the files of deleted creations and without pictures that only deleted creations use. */
  readonly ownBytes: number
  /** Bytes of all visitors who registered from the same address as this visitor, counted likewise; 0 for an account. */
  readonly addressBytes: number
}

/** Bytes of deleted creations, and of stored pictures whose creations are all deleted. */
const deletedBytes = (ownerIds: SQL) => sql`(
  coalesce((
    select sum(gone.bytes) from task
    join media gone on gone.name in (task.video_name, task.poster_name)
    where task.owner_id in (${ownerIds}) and task.deleted_at_ms is not null and not task.is_erased
  ), 0) + coalesce((
    select sum(photo.bytes) from media photo
    join (
      select batch.owner_id, image.name from batch
      cross join unnest(batch.images) as image (name)
      join task on task.batch_id = batch.id
      where batch.owner_id in (${ownerIds})
      group by batch.owner_id, image.name
      having bool_and(task.deleted_at_ms is not null)
    ) gone on gone.name = photo.name and gone.owner_id = photo.owner_id
    where photo.kind = 'upload' and photo.state = 'stored'
  ), 0)
)::bigint`

/**
 * Reads the stored bytes of an owner, and the part of them that belongs to deleted creations. Deleted files stay on the disk until the
 * creations can no longer be restored, but do not count: a deletion frees storage at once.
 */
const selectUse = defineStatement<
  Record<'ownBytes' | 'deletedBytes' | 'addressBytes' | 'addressDeletedBytes', string>,
  { ownerId: string }
>(
  'stored bytes of an owner',
  (value) => sql`select
    coalesce((select sum(bytes) from media where owner_id = ${value('ownerId')} and state = 'stored'), 0)::bigint as "ownBytes",
    ${deletedBytes(sql`select ${value('ownerId')}::text`)} as "deletedBytes",
    coalesce((
      select sum(stored.bytes) from owner self
      join owner other on other.address_key = self.address_key and other.retired_at_ms is null
      join media stored on stored.owner_id = other.id and stored.state = 'stored'
      where self.id = ${value('ownerId')}
    ), 0)::bigint as "addressBytes",
    ${deletedBytes(sql`
      select other.id from owner self
      join owner other on other.address_key = self.address_key and other.retired_at_ms is null
      where self.id = ${value('ownerId')}
    `)} as "addressDeletedBytes"`,
)

export async function readStorageUse(db: Database | Transaction, ownerId: string): Promise<StorageUse> {
  const [row] = await selectUse(db, { ownerId })
  if (row === undefined) return { ownBytes: 0, addressBytes: 0 }
  return {
    ownBytes: Number(row.ownBytes) - Number(row.deletedBytes),
    addressBytes: Number(row.addressBytes) - Number(row.addressDeletedBytes),
  }
}

/**
 * STORAGE_FULL if `addedBytes` more would exceed the limit of the owner, or of all visitors of its address. Lock the owner first, or
 * concurrent calls could exceed the limit.
 */
export async function requireStorage(
  db: Database | Transaction,
  { config }: Pick<Context, 'config'>,
  ownerId: string,
  addedBytes: number,
): Promise<Answer<null>> {
  const limitBytes = config.mediaBytesPerAccount
  if (limitBytes === 0) return ok(null)
  const { ownBytes, addressBytes } = await readStorageUse(db, ownerId)
  if (ownBytes + addedBytes > limitBytes)
    return fail({
      code: 'STORAGE_FULL',
      message: `Your storage is full (${amountText(ownBytes, limitBytes)}), and no points were used. ${OWNER_ADVICE}`,
    })
  if (addressBytes + addedBytes > limitBytes)
    return fail({
      code: 'STORAGE_FULL',
      message: `Visitors on your network have used all of their shared storage (${amountText(addressBytes, limitBytes)}), and no points were used. ${VISITOR_ADVICE}`,
    })
  return ok(null)
}

const OWNER_ADVICE = 'Delete videos to free up space; unused photos are removed after a day.'
const VISITOR_ADVICE = 'Sign up or log in for your own storage, or delete videos; unused photos are removed after a day.'

const UNITS = ['B', 'kB', 'MB', 'GB']

/** The used and the allowed amount in the unit of the limit, such as '4.9 of 5 GB'. */
function amountText(usedBytes: number, limitBytes: number): string {
  const unitIndex = Math.min(UNITS.length - 1, Math.floor(Math.log(limitBytes) / Math.log(1024)))
  const toUnit = (bytes: number) => String(Math.round((10 * bytes) / 1024 ** unitIndex) / 10)
  return `${toUnit(usedBytes)} of ${toUnit(limitBytes)} ${UNITS[unitIndex]}`
}
