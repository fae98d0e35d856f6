import type { BrowserContext } from '@playwright/test'
import type { TestServer } from '../../fixtures/start-test-server.ts'
import { randomBytes, scryptSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { account } from '#server/database/account-schema.ts'
import { createAccount } from '#server/account/sign-up.ts'
import { openSession } from '#server/account/sessions.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { PASSWORD } from './account-screens.ts'

/** The parameters of a cheap password hash. The stored hash contains its parameters, so the server can check a password against it. */
const CHEAP_HASH = { N: 16, r: 8, p: 1 } as const

/**
 * Creates an account and its session in this browser, with the welcome points of a visitor and of an account. For tests that do not cover
 * the sign-up.
 */
export async function logInAs(
  context: BrowserContext,
  server: Pick<TestServer, 'origin' | 'database' | 'config'> & { readonly nowMs?: () => number },
  email: string,
): Promise<string> {
  const { config, database, origin, nowMs = Date.now } = server
  const { id, token } = await database.db.transaction(async (tx) => {
    const details = { email, firstName: 'Ann', lastName: 'Onymous', passwordHash: passwordHash(), googleSub: null }
    const accountResult = await createAccount(tx, { config, nowMs, secret: 'of these tests' }, details)
    if (!accountResult.ok) throw new Error(`no account for ${email}: ${accountResult.error.code}`)
    const carriedPoints = config.welcomePointsVisitor
    if (carriedPoints > 0)
      await appendEntries(
        tx,
        accountResult.value,
        [{ kind: 'grant', amount: carriedPoints, note: 'Points from before you logged in' }],
        nowMs(),
      )
    await tx.update(account).set({ pointsCarriedAtMs: nowMs() }).where(eq(account.id, accountResult.value))
    const caller = { userToken: '', businessUserId: '', sessionToken: '', challengeToken: '', address: '127.0.0.1', userAgent: '' }
    return { id: accountResult.value, token: await openSession(tx, { caller, nowMs, secret: 'of these tests' }, accountResult.value) }
  })
  await context.addCookies([
    { name: 'session', value: token, url: origin, httpOnly: true, sameSite: 'Lax' },
    { name: LOCAL_KEYS.businessUserId, value: id, url: origin, sameSite: 'Lax' },
  ])
  return id
}

function passwordHash(): string {
  const salt = randomBytes(16)
  const hash = scryptSync(PASSWORD, salt, 32, CHEAP_HASH)
  return `scrypt$${CHEAP_HASH.N}$${CHEAP_HASH.r}$${CHEAP_HASH.p}$${salt.toString('hex')}$${hash.toString('hex')}`
}
