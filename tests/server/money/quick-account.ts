// quickAccount(…, name?): a logged-in account that is inserted without a sign-up: no mail is sent, no limit applies, and it has neither a
// password nor points. welcomedAccount(…, name?): such an account with the points of a new one. anotherBrowser(…, person): another session
// of the account.
import type { MoneyHarness } from './money-harness.ts'
import { readConfig } from '#server/config/config.ts'
import { account, session } from '#server/database/account-schema.ts'
import { inTransaction } from '#server/database/database.ts'
import { createAccount } from '#server/account/sign-up.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { type TestClient, createTestClient } from '../client.ts'
import { addOwner } from './books.ts'

export interface QuickAccount {
  readonly id: string
  readonly email: string
  readonly client: TestClient
}

type Harness = Pick<MoneyHarness, 'server' | 'nowMs'>

const NAMES = { firstName: 'Ann', lastName: 'Onymous' }

export async function quickAccount(harness: Harness, name = makeId()): Promise<QuickAccount> {
  const { db } = harness.server.database
  const id = await addOwner(db)
  const email = `${name}@example.org`
  await db.insert(account).values({ ...NAMES, id, email, createdAtMs: harness.nowMs() })
  return { id, email, client: await openSession(harness, id) }
}

export async function welcomedAccount(harness: Harness, name = makeId()): Promise<QuickAccount> {
  const email = `${name}@example.org`
  const facts = { ...NAMES, email, passwordHash: null, googleSub: null }
  const context = { config: readConfig({}), nowMs: harness.nowMs, secret: 'of these tests' }
  const createdId = await inTransaction(harness.server.database.db, (tx) => createAccount(tx, context, facts))
  if (!createdId.ok) throw new Error(`no account: ${createdId.error.code}`)
  return { id: createdId.value, email, client: await openSession(harness, createdId.value) }
}

/** Logs the account in with another browser. */
export function anotherBrowser(harness: Harness, { id }: QuickAccount): Promise<TestClient> {
  return openSession(harness, id)
}

async function openSession({ server, nowMs }: Harness, id: string): Promise<TestClient> {
  const [token, atMs] = [makeId(), nowMs()]
  await server.database.db
    .insert(session)
    .values({ id: makeId(), tokenSha256: sha256(token), accountId: id, device: '', createdAtMs: atMs, seenAtMs: atMs })
  return createTestClient(server, { nowMs, jar: new Map([['session', token]]), businessUserId: id })
}
