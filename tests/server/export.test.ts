import { randomUUID } from 'node:crypto'
import { readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, session } from '#server/database/account-schema.ts'
import { contactReply } from '#server/database/operator-schema.ts'
import { contactMessage, media } from '#server/database/schema.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { EXPORT_PATH } from '#shared/api/account-settings.ts'
import { COMMON_HEADERS } from '#shared/api/common-params.ts'
import { contactUs } from '#shared/api/contact.ts'
import { readZip } from '../fixtures/server/read-zip.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { commit, ORIGIN, smallPhoto, untilStatus, upload } from './client.ts'
import { type SignedUp, signUp, someAddress } from './sign-up.ts'
import { mediaPath } from '../fixtures/server/media-path.ts'

const AT_MS = Date.UTC(2026, 10, 21, 12)
let server: TestServer
let known: Promise<readonly [SignedUp, SignedUp]> | undefined
beforeAll(async () => {
  server = await startTestServer({ nowMs: () => AT_MS, config: { signMode: 'off', origins: [ORIGIN] } })
})
afterAll(() => server.close())

async function somebody(name: string): Promise<SignedUp> {
  const person = await signUp(server, `${name}@example.org`, { address: someAddress(), firstName: name })
  const { batchId } = await commit(person.client, await upload(person.client), { prompt: `the prompt of ${name}` })
  await untilStatus(person.client, batchId, 'SUCCESS')
  const message = { email: person.email, subject: name, message: `the message of ${name}` }
  await person.client.get(contactUs, message, { idempotencyKey: randomUUID() })
  const { db } = server.database
  const [sent] = await db.select({ id: contactMessage.id }).from(contactMessage).where(eq(contactMessage.ownerId, person.id))
  const reply = {
    id: randomUUID(),
    messageId: sent?.id ?? '',
    operatorId: 'the operator',
    body: `the answer to ${name}`,
    createdAtMs: AT_MS,
  }
  await db.insert(contactReply).values(reply)
  return person
}

/** Two users, Ann and Bob, with the same data. */
const annAndBob = () => (known ??= (async () => [await somebody('ann'), await somebody('bob')] as const)())

const fetchExport = (person: SignedUp) => person.client.request(EXPORT_PATH, { headers: { [COMMON_HEADERS.businessUserId]: person.id } })
const unpack = async (response: Response) => readZip(Buffer.from(await response.arrayBuffer()))

describe('the export of an account', () => {
  it('is a file with a name, and no cache stores it', async () => {
    const [ann] = await annAndBob()
    const { status, headers, body } = await fetchExport(ann)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'application/zip', 'private, no-store'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="kinora-export-2026-11-21.zip"')
    await new Response(body).arrayBuffer()
  })

  it('has all data of the account, and nothing of another one', async () => {
    const [ann, bob] = await annAndBob()
    const zip = await unpack(await fetchExport(ann))
    const read = (name: string) => JSON.parse(zip.get(`${name}.json`)?.toString() ?? 'null') as unknown
    const files = await server.database.db.select().from(media).where(eq(media.ownerId, ann.id))
    const names = files.map(({ name }) => `media/${name}`)
    const things = ['account', 'sessions', 'passkeys', 'second-factor', 'ledger', 'creations', 'messages', 'newsletter']
    const plans = ['orders', 'subscriptions', 'plan-changes', 'payments', 'refunds', 'promotions']
    const money = [...plans, 'billing-details', 'low-points', 'top-ups', 'invoices']
    const records = [...things, ...money].map((name) => `${name}.json`)
    expect([...zip.keys()].toSorted()).toEqual([...records, ...names].toSorted())
    expect(names).toHaveLength(3)
    expect(read('account')).toMatchObject({ id: ann.id, email: ann.email, firstName: 'ann', hasPassword: true })
    expect(read('sessions')).toHaveLength(1)
    expect(read('ledger')).toMatchObject([{ kind: 'grant', amount: 100 }, { kind: 'hold', amount: -50 }, { kind: 'settle' }])
    expect(read('creations')).toMatchObject([{ prompt: 'the prompt of ann', status: 'SUCCESS', deletedAt: null }])
    expect(read('messages')).toMatchObject([{ message: 'the message of ann', replies: [{ body: 'the answer to ann' }] }])
    const picture = files.find(({ kind }) => kind === 'upload')
    expect(zip.get(`media/${picture?.name}`)?.equals(await smallPhoto())).toBe(true)
    const text = records.map((name) => zip.get(name)?.toString()).join('\n')
    for (const foreign of ['bob', bob.id, 'the operator']) expect(text).not.toContain(foreign)
  })

  it('contains no secrets', async () => {
    const [ann] = await annAndBob()
    const text = [...(await unpack(await fetchExport(ann))).values()].join('\n')
    const [stored] = await server.database.db.select().from(account).where(eq(account.id, ann.id))
    const [opened] = await server.database.db.select().from(session).where(eq(session.accountId, ann.id))
    for (const secret of [stored?.passwordHash, opened?.tokenSha256, ann.client.jar.get('session')]) expect(text).not.toContain(secret)
  })

  it('continues without a file that was deleted meanwhile', async () => {
    const carol = await somebody('carol')
    const [gone] = await server.database.db.select().from(media).where(eq(media.ownerId, carol.id))
    await rm(mediaPath(server.dataDir, gone?.name ?? ''))
    const zip = await unpack(await fetchExport(carol))
    expect([...zip.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(2)
  })

  it('leaves no file open when the browser disconnects in the middle', async () => {
    const dora = await somebody('dora')
    const large = Buffer.alloc(64 * 1024 * 1024)
    const [picture] = await server.database.db.select().from(media).where(eq(media.ownerId, dora.id)).orderBy(media.createdAtMs, media.name)
    const filePath = mediaPath(server.dataDir, picture?.name ?? '')
    await writeFile(filePath, large)
    const openFiles = async () => {
      const links = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
      return links.filter((link) => link === filePath).length
    }
    const leaving = new AbortController()
    const headers = { cookie: `session=${dora.client.jar.get('session')}`, [COMMON_HEADERS.businessUserId]: dora.id }
    const response = await fetch(server.origin + EXPORT_PATH, { headers, signal: leaving.signal })
    await expect.poll(openFiles).toBe(1)
    leaving.abort()
    await expect(response.arrayBuffer()).rejects.toThrow('abort')
    await expect.poll(openFiles).toBe(0)
  })

  it('is limited per hour', async () => {
    const eve = await somebody('eve')
    const statuses = []
    for (let ask = 0; ask <= LIMITS.exportByAccount.max; ask += 1) {
      const response = await fetchExport(eve)
      statuses.push(response.status)
      await response.arrayBuffer()
    }
    expect(statuses.slice(-2)).toEqual([200, 429])
  })
})
