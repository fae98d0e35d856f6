// quickAccount(desk, name?): somebody who is logged in, without the way there: no mail, no password, no limits.
import type { TestClient } from '../client.ts'
import type { MoneyDesk } from './money-desk.ts'
import { account, session } from '#server/database/account-schema.ts'
import { makeId } from '#server/services/context/make-id.ts'
import { sha256 } from '#server/services/context/sha256.ts'
import { createTestClient } from '../client.ts'
import { addOwner } from './books.ts'

export interface QuickAccount {
  readonly id: string
  readonly email: string
  readonly client: TestClient
}

export async function quickAccount({ server, nowMs }: Pick<MoneyDesk, 'server' | 'nowMs'>, name = makeId()): Promise<QuickAccount> {
  const { db } = server.database
  const id = await addOwner(db)
  const [email, token, atMs] = [`${name}@example.org`, makeId(), nowMs()]
  await db.insert(account).values({ id, email, firstName: 'Ann', lastName: 'Onymous', createdAtMs: atMs })
  await db
    .insert(session)
    .values({ id: makeId(), tokenSha256: sha256(token), accountId: id, device: '', createdAtMs: atMs, seenAtMs: atMs })
  return { id, email, client: createTestClient(server, { nowMs, jar: new Map([['session', token]]), businessUserId: id }) }
}
