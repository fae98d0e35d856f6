import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { MediaStore } from '#server/providers/media/disk.ts'
import type { Result } from '#shared/result.ts'
import type { HeldAbout } from './read-held.ts'
import { open } from 'node:fs/promises'
import { LIMITS } from '#server/services/auth/limits.ts'
import { countTry } from '#server/services/auth/rate-limit.ts'
import { requireAccount } from '#server/services/context/require-account.ts'
import { ok } from '#shared/result.ts'
import { readHeld } from './read-held.ts'

/** A file of the export. */
export interface ExportedFile {
  readonly name: string
  readonly lastModified: Date
  readonly input: string | AsyncIterable<Uint8Array>
}

export interface AccountExport {
  readonly filename: string
  /** Made one after the other, as they are read. */
  readonly files: AsyncIterable<ExportedFile>
}

/** Everything held about the caller's account, as of one moment. When the signal aborts, no file is left open. */
export async function exportAccount({
  ctx,
  signal,
}: {
  ctx: Context
  signal: AbortSignal
}): Promise<Result<AccountExport, ServiceFailure>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.exportByAccount, [session.value.accountId])
  if (!counted.ok) return counted
  const held = await ctx.db.transaction((tx) => readHeld(tx, session.value.accountId), { isolationLevel: 'repeatable read' })
  const now = new Date(ctx.nowMs())
  return ok({ filename: `kinora-export-${now.toISOString().slice(0, 10)}.zip`, files: filesOf(held, ctx.media, now, signal) })
}

async function* filesOf(held: HeldAbout, store: MediaStore, now: Date, signal: AbortSignal): AsyncGenerator<ExportedFile> {
  for (const [name, record] of Object.entries(held.records)) {
    yield { name: `${name}.json`, lastModified: now, input: `${JSON.stringify(record, null, 2)}\n` }
  }
  for (const { name, createdAtMs } of held.media) {
    // What was erased since then is left out; what is open can be read to its end.
    const file = await open(store.pathOf(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (file === undefined) continue
    yield { name: `media/${name}`, lastModified: new Date(createdAtMs), input: file.createReadStream({ signal }) }
  }
}
