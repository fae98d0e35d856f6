import type { Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { Result } from '#shared/result.ts'
import { account } from '#server/database/account-schema.ts'
import { owner } from '#server/database/schema.ts'
import { refuse } from '#server/services/context/failure.ts'
import { makeId } from '#server/services/context/make-id.ts'
import { appendEntries } from '#server/services/credits/append-entries.ts'
import { ok } from '#shared/result.ts'

interface NewAccount {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string | null
  readonly googleSub: string | null
}

/** An account for a proved address, with its welcome points; EMAIL_TAKEN when there is one. Gives its id. */
export async function createAccount(
  tx: Transaction,
  { config, nowMs }: Pick<Context, 'config' | 'nowMs'>,
  facts: NewAccount,
): Promise<Result<string, ServiceFailure>> {
  const id = makeId()
  const createdAtMs = nowMs()
  await tx.insert(owner).values({ id, createdAtMs })
  const made = await tx
    .insert(account)
    .values({ ...facts, id, createdAtMs })
    .onConflictDoNothing()
    .returning({ id: account.id })
  if (made.length === 0) return refuse('EMAIL_TAKEN', ['email'])
  const points = config.welcomePointsAccount
  if (points > 0) await appendEntries(tx, id, [{ kind: 'grant', amount: points, note: 'Welcome points' }], createdAtMs)
  return ok(id)
}
