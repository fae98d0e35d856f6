import type { Database, Transaction } from '#server/database/database.ts'
import type { CodeType } from './email-code.ts'
import { randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { emailProof } from '#server/database/account-schema.ts'
import { sha256 } from '#server/services/context/sha256.ts'
import { PROOF_KEPT_MS } from '#shared/domain/account-rules.ts'

const PROOF_BYTES = 32

/** Gives the token of a new proof; only its hash is kept. */
export async function addProof(tx: Transaction, email: string, type: CodeType, nowMs: number): Promise<string> {
  const token = randomBytes(PROOF_BYTES).toString('hex')
  await tx.insert(emailProof).values({ tokenSha256: sha256(token), email, type, createdAtMs: nowMs })
  return token
}

/** Whose address a token proves; undefined when it does not, or no more. */
export async function findProof(db: Database, token: string, type: CodeType, nowMs: number): Promise<string | undefined> {
  const [found] = await db
    .select({ email: emailProof.email })
    .from(emailProof)
    .where(isLive(token, type, nowMs))
  return found?.email
}

/** The same, and the proof is gone with it. */
export async function takeProof(tx: Transaction, token: string, type: CodeType, nowMs: number): Promise<string | undefined> {
  const [taken] = await tx
    .delete(emailProof)
    .where(isLive(token, type, nowMs))
    .returning({ email: emailProof.email })
  return taken?.email
}

/** All proofs of an address for one purpose. */
export async function dropProofs(tx: Transaction, email: string, type: CodeType): Promise<void> {
  await tx.delete(emailProof).where(and(eq(emailProof.email, email), eq(emailProof.type, type)))
}

function isLive(token: string, type: CodeType, nowMs: number) {
  return and(eq(emailProof.tokenSha256, sha256(token)), eq(emailProof.type, type), gt(emailProof.createdAtMs, nowMs - PROOF_KEPT_MS))
}
