import { type CallAnswer, type Context, ok } from '#server/verbs/verb.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { readStorageUse } from '#server/media-store/storage-use.ts'
import type { getStorage } from '#shared/api/account-settings.ts'

export async function readStorage({ ctx }: { ctx: Context }): Promise<CallAnswer<typeof getStorage>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { ownBytes } = await readStorageUse(ctx.db, session.value.accountId)
  return ok({ usedBytes: ownBytes, limitBytes: ctx.config.mediaBytesPerAccount })
}
