import type { Page } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { account } from '#server/database/account-schema.ts'
import { ledger } from '#server/database/schema.ts'
import type { TestServer } from '../../fixtures/start-test-server.ts'
import { LONGEST_EMAIL, LONGEST_PROMPT, UNBROKEN_NAME } from '../../fixtures/long-words.ts'
import { putCreations } from '../../fixtures/put-creations.ts'
import { logInAs } from './log-in-as.ts'
import { buy } from './buy.ts'

const HOUR_MS = 3_600_000
const GRANTED_POINTS = 87_654_321
const RIGHT_TO_LEFT_PROMPT = 'الكاميرا تقترب ببطء من البحر عند الغروب مع ضباب خفيف ونجوم بعيدة فوق الجبال'

/** Creates a user with a plan, very long words and numbers, and videos of several days. Returns the videos' ids. */
export async function createDemandingPerson(
  page: Page,
  server: Pick<TestServer, 'origin' | 'config' | 'database' | 'dataDir'>,
): Promise<string[]> {
  await logInAs(page.context(), server, LONGEST_EMAIL)
  const { db } = server.database
  const [user] = await db.update(account).set({ firstName: 'Maximiliana-Alexandrina', lastName: UNBROKEN_NAME }).returning()
  await buy(page.context(), server, 'premium_weekly')
  const nowMs = Date.now()
  const ownerId = user?.id ?? ''
  const [lastEntry] = await db.select().from(ledger).where(eq(ledger.ownerId, ownerId)).orderBy(desc(ledger.seq)).limit(1)
  const [seq, balance] = [(lastEntry?.seq ?? 0) + 1, (lastEntry?.balance ?? 0) + GRANTED_POINTS]
  await db.insert(ledger).values({ ownerId, seq, balance, kind: 'grant', amount: GRANTED_POINTS, note: UNBROKEN_NAME, occurredAtMs: nowMs })
  const prompts = [UNBROKEN_NAME, RIGHT_TO_LEFT_PROMPT, LONGEST_PROMPT, 'Dune', 'Whale']
  return putCreations(
    server,
    prompts.map((prompt, index) => ({
      prompt,
      variationCount: index === 0 ? 4 : 1,
      isCollect: index < 2,
      createdAtMs: nowMs - index * 20 * HOUR_MS,
    })),
  )
}
