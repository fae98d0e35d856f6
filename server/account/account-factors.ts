import { createHmac } from 'node:crypto'
import { type Database, type Transaction, account, eq, isNotNull, and, passkey, secondFactor } from '#server/database/database.ts'
import { includesRecipient } from '#server/addresses/email-address.ts'
import type { Context } from '#server/verbs/verb.ts'
import type { ConsoleFactor } from '#shared/api/second-factor.ts'
import { OPERATOR_FACTOR_AGE_MS, isTrustedFactor } from '#shared/domain/operator-rules.ts'
import { APP_FACTOR } from './second-factor.ts'

declare module '#server/verbs/services.ts' {
  interface ServiceConfig {
    /** The e-mail addresses of the accounts that may use the operator console. */
    readonly operatorAccounts: readonly string[]
  }
}

export interface AccountFactor {
  readonly id: string
  /** The name that the user sees; '' for the authenticator app. */
  readonly name: string
  readonly setUpAtMs: number
  readonly confirmedAtMs: number | null
}

export async function listFactors(db: Database | Transaction, accountId: string): Promise<readonly AccountFactor[]> {
  const [appFactor] = await db
    .select({ setUpAtMs: secondFactor.confirmedAtMs, confirmedAtMs: secondFactor.consoleConfirmedAtMs })
    .from(secondFactor)
    .where(and(eq(secondFactor.accountId, accountId), isNotNull(secondFactor.confirmedAtMs)))
  const { id, name, createdAtMs: setUpAtMs, consoleConfirmedAtMs: confirmedAtMs } = passkey
  const passkeys = await db.select({ id, name, setUpAtMs, confirmedAtMs }).from(passkey).where(eq(passkey.accountId, accountId))
  return appFactor === undefined
    ? passkeys
    : [{ id: APP_FACTOR, name: '', setUpAtMs: appFactor.setUpAtMs ?? 0, confirmedAtMs: appFactor.confirmedAtMs }, ...passkeys]
}

/** Allows a factor to open the operator console before its minimum age. */
export async function confirmFactor(tx: Transaction, accountId: string, factorId: string, nowMs: number): Promise<void> {
  const confirmation = { consoleConfirmedAtMs: nowMs }
  if (factorId === APP_FACTOR) await tx.update(secondFactor).set(confirmation).where(eq(secondFactor.accountId, accountId))
  else
    await tx
      .update(passkey)
      .set(confirmation)
      .where(and(eq(passkey.id, factorId), eq(passkey.accountId, accountId)))
}

const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 8

/** The code that an operator enters in a command on the server to confirm this factor. A factor that replaces it has another code. */
export function factorCode({ secret }: Pick<Context, 'secret'>, accountId: string, { id, setUpAtMs }: AccountFactor): string {
  const hash = createHmac('sha256', secret).update(`console factor ${accountId} ${id} ${setUpAtMs}`).digest()
  return [...hash.subarray(0, CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')
}

/** The factors of an operator's account that do not open the console yet. Empty for other accounts. */
export async function listConsoleFactors(
  ctx: Pick<Context, 'db' | 'config' | 'secret' | 'nowMs'>,
  accountId: string,
): Promise<ConsoleFactor[]> {
  const [accountRow] = await ctx.db.select({ email: account.email }).from(account).where(eq(account.id, accountId))
  if (accountRow === undefined || !includesRecipient(ctx.config.operatorAccounts, accountRow.email)) return []
  const factors = await listFactors(ctx.db, accountId)
  return factors
    .filter((factor) => !isTrustedFactor(factor, ctx.nowMs()))
    .map((factor) => ({
      name: factor.name,
      code: factorCode(ctx, accountId, factor),
      opensAt: factor.setUpAtMs + OPERATOR_FACTOR_AGE_MS,
    }))
}
