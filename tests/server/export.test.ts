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

const NOW_MS = Date.UTC(2026, 10, 21, 12)
let server: TestServer
let peoplePromise: Promise<readonly [SignedUp, SignedUp]> | undefined
beforeAll(async () => {
  server = await startTestServer({ nowMs: () => NOW_MS, config: { signMode: 'off', origins: [ORIGIN] } })
})
afterAll(() => server.close())

async function signUpSomebody(name: string): Promise<SignedUp> {
  const person = await signUp(server, `${name}@example.org`, { address: someAddress(), firstName: name })
  const { batchId } = await commit(person.client, await upload(person.client), { prompt: `the prompt of ${name}` })
  await untilStatus(person.client, batchId, 'SUCCESS')
  const message = { email: person.email, subject: name, message: `the message of ${name}` }
  await person.client.get(contactUs, message, { idempotencyKey: randomUUID() })
  const { db } = server.database
  const [sentMessage] = await db.select({ id: contactMessage.id }).from(contactMessage).where(eq(contactMessage.ownerId, person.id))
  const reply = {
    id: randomUUID(),
    messageId: sentMessage?.id ?? '',
    operatorId: 'the operator',
    body: `the answer to ${name}`,
    createdAtMs: NOW_MS,
  }
  await db.insert(contactReply).values(reply)
  return person
}

/** Two users, Ann and Bob, with records of the same kinds. */
const annAndBob = () => (peoplePromise ??= (async () => [await signUpSomebody('ann'), await signUpSomebody('bob')] as const)())

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
    const readRecord = (name: string) => JSON.parse(zip.get(`${name}.json`)?.toString() ?? 'null') as unknown
    const files = await server.database.db.select().from(media).where(eq(media.ownerId, ann.id))
    const names = files.map(({ name }) => `media/${name}`)
    const accountRecords = ['account', 'sessions', 'passkeys', 'second-factor', 'ledger', 'creations', 'messages', 'newsletter']
    const planRecords = ['orders', 'subscriptions', 'plan-changes', 'payments', 'refunds', 'promotions']
    const moneyRecords = [...planRecords, 'billing-details', 'low-points', 'top-ups', 'invoices']
    const recordNames = [...accountRecords, ...moneyRecords].map((name) => `${name}.json`)
    expect([...zip.keys()].toSorted()).toEqual([...recordNames, ...names].toSorted())
    expect(names).toHaveLength(3)
    expect(readRecord('account')).toMatchObject({ id: ann.id, email: ann.email, firstName: 'ann', hasPassword: true })
    expect(readRecord('sessions')).toHaveLength(1)
    expect(readRecord('ledger')).toMatchObject([{ kind: 'grant', amount: 100 }, { kind: 'hold', amount: -50 }, { kind: 'settle' }])
    expect(readRecord('creations')).toMatchObject([{ prompt: 'the prompt of ann', status: 'SUCCESS', deletedAt: null }])
    expect(readRecord('messages')).toMatchObject([{ message: 'the message of ann', replies: [{ body: 'the answer to ann' }] }])
    const picture = files.find(({ kind }) => kind === 'upload')
    expect(zip.get(`media/${picture?.name}`)?.equals(await smallPhoto())).toBe(true)
    const text = recordNames.map((name) => zip.get(name)?.toString()).join('\n')
    for (const foreignText of ['bob', bob.id, 'the operator']) expect(text).not.toContain(foreignText)
  })

  it('contains no secrets', async () => {
    const [ann] = await annAndBob()
    const text = [...(await unpack(await fetchExport(ann))).values()].join('\n')
    const [storedAccount] = await server.database.db.select().from(account).where(eq(account.id, ann.id))
    const [storedSession] = await server.database.db.select().from(session).where(eq(session.accountId, ann.id))
    for (const secret of [storedAccount?.passwordHash, storedSession?.tokenSha256, ann.client.jar.get('session')])
      expect(text).not.toContain(secret)
  })

  it('continues without a file that was deleted meanwhile', async () => {
    const carol = await signUpSomebody('carol')
    const [deletedFile] = await server.database.db.select().from(media).where(eq(media.ownerId, carol.id))
    await rm(mediaPath(server.dataDir, deletedFile?.name ?? ''))
    const zip = await unpack(await fetchExport(carol))
    expect([...zip.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(2)
  })

  it('leaves no file open when the browser disconnects in the middle', async () => {
    const dora = await signUpSomebody('dora')
    const largeBytes = Buffer.alloc(64 * 1024 * 1024)
    const [picture] = await server.database.db.select().from(media).where(eq(media.ownerId, dora.id)).orderBy(media.createdAtMs, media.name)
    const filePath = mediaPath(server.dataDir, picture?.name ?? '')
    await writeFile(filePath, largeBytes)
    const countOpenFiles = async () => {
      const links = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
      return links.filter((link) => link === filePath).length
    }
    const connection = new AbortController()
    const headers = { cookie: `session=${dora.client.jar.get('session')}`, [COMMON_HEADERS.businessUserId]: dora.id }
    const response = await fetch(server.origin + EXPORT_PATH, { headers, signal: connection.signal })
    await expect.poll(countOpenFiles).toBe(1)
    connection.abort()
    await expect(response.arrayBuffer()).rejects.toThrow('abort')
    await expect.poll(countOpenFiles).toBe(0)
  })

  it('is limited per hour', async () => {
    const eve = await signUpSomebody('eve')
    const statuses = []
    for (let request = 0; request <= LIMITS.exportByAccount.max; request += 1) {
      const response = await fetchExport(eve)
      statuses.push(response.status)
      await response.arrayBuffer()
    }
    expect(statuses.slice(-2)).toEqual([200, 429])
  })
})
