import { randomBytes } from 'node:crypto'
import { type Database, type Transaction, and, eq, gt, loginChallenge } from '#server/database/database.ts'
import type { Context } from '#server/verbs/verb.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { LOGIN_CHALLENGE_LIFETIME_MS } from '#shared/domain/account-rules.ts'

/** The kind of proof that the browser's next call must contain. */
export type ChallengeKind = 'second-factor' | 'passkey-login' | 'passkey-sign-up' | 'passkey-add'

export interface LoginChallenge {
  /** The account that logs in, if it is already known. */
  readonly accountId: string | null
  /** The data with which the answer is checked. It depends on the kind of challenge. */
  readonly data: string
}

const TOKEN_BYTES = 32

type Deps = Pick<Context, 'caller' | 'nowMs'>

/** Replaces the browser's previous challenge. Returns the token for its cookie; set the cookie after the commit. */
export async function openChallenge(tx: Transaction, ctx: Deps, kind: ChallengeKind, { accountId, data }: LoginChallenge): Promise<string> {
  await deleteChallenge(tx, ctx)
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  await tx.insert(loginChallenge).values({ tokenSha256: sha256(token), kind, accountId, data, createdAtMs: ctx.nowMs() })
  return token
}

export async function findChallenge(db: Database, ctx: Deps, kind: ChallengeKind): Promise<LoginChallenge | undefined> {
  const { accountId, data } = loginChallenge
  const [challenge] = await db.select({ accountId, data }).from(loginChallenge).where(isLiveChallenge(ctx, kind))
  return challenge
}

/** Reads and consumes the challenge. Of concurrent calls, exactly one gets the challenge. */
export async function consumeChallenge(db: Database | Transaction, ctx: Deps, kind: ChallengeKind): Promise<LoginChallenge | undefined> {
  const { accountId, data } = loginChallenge
  const [challenge] = await db.delete(loginChallenge).where(isLiveChallenge(ctx, kind)).returning({ accountId, data })
  return challenge
}

async function deleteChallenge(tx: Transaction, { caller }: Deps): Promise<void> {
  if (caller.challengeToken !== '') await tx.delete(loginChallenge).where(eq(loginChallenge.tokenSha256, sha256(caller.challengeToken)))
}

function isLiveChallenge({ caller, nowMs }: Deps, kind: ChallengeKind) {
  const { tokenSha256, createdAtMs } = loginChallenge
  const isOfCaller = and(eq(tokenSha256, sha256(caller.challengeToken)), eq(loginChallenge.kind, kind))
  return and(isOfCaller, gt(createdAtMs, nowMs() - LOGIN_CHALLENGE_LIFETIME_MS))
}
