import { randomBytes } from 'node:crypto'
import { type Database, type Transaction, and, eq, gt, loginChallenge } from '#server/database/database.ts'
import type { Context } from '#server/verbs/verb.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { LOGIN_CHALLENGE_KEPT_MS } from '#shared/domain/account-rules.ts'

/** What the next call of this browser has to prove. */
export type ChallengeKind = 'second-factor' | 'passkey-login' | 'passkey-sign-up' | 'passkey-add'

export interface LoginChallenge {
  /** Whose login, where that is known already. */
  readonly accountId: string | null
  /** What the kind needs to check the answer. */
  readonly data: string
}

const TOKEN_BYTES = 32

type Deps = Pick<Context, 'caller' | 'nowMs'>

/** Replaces the browser's previous challenge. Returns the token of its cookie; set that after the commit. */
export async function openChallenge(tx: Transaction, ctx: Deps, kind: ChallengeKind, { accountId, data }: LoginChallenge): Promise<string> {
  await dropChallenge(tx, ctx)
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  await tx.insert(loginChallenge).values({ tokenSha256: sha256(token), kind, accountId, data, createdAtMs: ctx.nowMs() })
  return token
}

export async function findChallenge(db: Database, ctx: Deps, kind: ChallengeKind): Promise<LoginChallenge | undefined> {
  const { accountId, data } = loginChallenge
  const [found] = await db.select({ accountId, data }).from(loginChallenge).where(isLive(ctx, kind))
  return found
}

/** As above, and consumes it: of concurrent calls one gets it. */
export async function takeChallenge(db: Database | Transaction, ctx: Deps, kind: ChallengeKind): Promise<LoginChallenge | undefined> {
  const { accountId, data } = loginChallenge
  const [taken] = await db.delete(loginChallenge).where(isLive(ctx, kind)).returning({ accountId, data })
  return taken
}

async function dropChallenge(tx: Transaction, { caller }: Deps): Promise<void> {
  if (caller.challengeToken !== '') await tx.delete(loginChallenge).where(eq(loginChallenge.tokenSha256, sha256(caller.challengeToken)))
}

function isLive({ caller, nowMs }: Deps, kind: ChallengeKind) {
  const { tokenSha256, createdAtMs } = loginChallenge
  const isIts = and(eq(tokenSha256, sha256(caller.challengeToken)), eq(loginChallenge.kind, kind))
  return and(isIts, gt(createdAtMs, nowMs() - LOGIN_CHALLENGE_KEPT_MS))
}
