import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logInByEmail } from '#shared/api/auth.ts'
import { presignUpload } from '#shared/api/files.ts'
import { cancelTask, collectCreations, deleteCreations, generateCustom, getHistory, restoreCreations } from '#shared/api/generation.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { getLedger, getMe, getPoints } from '#shared/api/user.ts'
import { contactUs } from '#shared/api/contact.ts'
import { queryRows } from '#server/database/database.ts'
import { batch, contactMessage, idempotency, media, owner, task } from '#server/database/schema.ts'
import type { Result } from '#shared/result.ts'
import { type PausedEngine, createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { commit, createTestClient, createVisitor, customInput, sha256Of, smallPhoto, untilStatus, upload } from './client.ts'
import { accountClient, PASSWORD, signUp } from './sign-up.ts'

const WELCOME_POINTS = 100
const PRICE = 50
const ALL_CREATIONS = { curPage: 1, pageSize: 10, taskStatus: 'ALL' } as const

let engine: PausedEngine
let server: TestServer
beforeEach(async () => {
  engine = createPausedEngine()
  server = await startTestServer({ listen: false, engine })
})
afterEach(() => server.close())

const logIn = async (visitor: Awaited<ReturnType<typeof createVisitor>>, email: string) => {
  const answer = await visitor.get(logInByEmail, { email, password: PASSWORD })
  return { ...answer, client: accountClient(server, visitor, answer.userInfo.id) }
}

describe('a visitor’s data', () => {
  it('moves to the account at sign-up: points, creations, files and stored idempotency keys, and the visitor’s token ends', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const key = randomUUID()
    const { batchId } = await commit(visitor, image, {}, key)
    await engine.untilPaused(1)
    engine.release()
    await untilStatus(visitor, batchId, 'SUCCESS')

    const { client, carried } = await signUp(server, 'ann@example.org', { visitor })
    expect(carried).toEqual({ creations: 1, points: WELCOME_POINTS - PRICE })
    expect(await client.get(getPoints, {})).toEqual({ points: 2 * WELCOME_POINTS - PRICE, held: 0 })
    const history = await client.get(getHistory, ALL_CREATIONS)
    expect(history.totalSize).toBe(1)
    const [creation] = history.data
    for (const url of [creation!.videoUrl, creation!.previewImageUrl, image]) expect((await client.request(url!)).status).toBe(200)
    expect(await client.get(collectCreations, { ids: [creation!.id], op: 1 }, { idempotencyKey: randomUUID() })).toBeDefined()
    expect((await commit(client, image, {}, key)).batchId).toBe(batchId)
    const bytes = await smallPhoto()
    const permit = await client.get(presignUpload, { filename: 'a.jpg', size: bytes.byteLength, sha256: sha256Of(bytes) })
    expect(permit).toMatchObject({ exists: true, fileUrl: image })

    const staleClient = createTestClient(server, { token: visitor.token })
    expect(await staleClient.refusal(getPoints, {})).toEqual({ code: 'H3009' })
    expect(await staleClient.refusal(getMe, {})).toEqual({ code: 'H3009' })
    expect(await staleClient.refusal(payLogin, {})).toEqual({ code: 'H3009' })
    expect((await staleClient.request(image, { headers: { 'x-user-token': visitor.token } })).status).toBe(404)
  })

  it('moves while it is being made: the account pays, and gets the refund of a failure', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const [firstCommit, secondCommit] = [await commit(visitor, image), await commit(visitor, image)]
    await engine.untilPaused(1)
    const { client, carried } = await signUp(server, 'ann@example.org', { visitor })
    expect(carried).toEqual({ creations: 2, points: 0 })
    expect(await client.get(getPoints, {})).toEqual({ points: WELCOME_POINTS, held: 2 * PRICE })
    engine.release()
    await untilStatus(client, firstCommit.batchId, 'SUCCESS')
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await engine.untilPaused(1)
      engine.release(new Error('no luck'))
    }
    await untilStatus(client, secondCommit.batchId, 'FAILED')
    expect(await client.get(getPoints, {})).toEqual({ points: WELCOME_POINTS + PRICE, held: 0 })
    const video = (await client.get(getHistory, ALL_CREATIONS)).data.find(({ status }) => status === 'SUCCESS')!.videoUrl!
    expect((await client.request(video)).status).toBe(200)
    await expectLedgersAddUp()
  })

  it('moves at a login too, but points only once: later visitors bring their creations alone', async () => {
    const firstVisitor = await createVisitor(server)
    const { client } = await signUp(server, 'ann@example.org', { visitor: firstVisitor })
    expect(await client.get(getPoints, {})).toMatchObject({ points: 2 * WELCOME_POINTS })
    const secondVisitor = await createVisitor(server)
    await commit(secondVisitor, await upload(secondVisitor))
    const { carried, client: laterClient } = await logIn(secondVisitor, 'ann@example.org')
    expect(carried).toEqual({ creations: 1, points: 0 })
    expect(await laterClient.get(getPoints, {})).toEqual({ points: 2 * WELCOME_POINTS, held: 0 })
    expect((await laterClient.get(getLedger, {})).data.map(({ kind }) => kind)).toEqual(['grant', 'grant'])
    await expectLedgersAddUp()
  })

  it('excludes a later visitor’s points in running work: none of them returns to the account', async () => {
    const { client } = await signUp(server, 'ann@example.org', { visitor: createTestClient(server) })
    const firstVisitor = await createVisitor(server)
    const photo = await upload(firstVisitor)
    await commit(firstVisitor, photo)
    const reservedCommit = await commit(firstVisitor, photo)
    await engine.untilPaused(1)
    expect((await logIn(firstVisitor, 'ann@example.org')).carried).toEqual({ creations: 2, points: 0 })
    expect(await client.get(cancelTask, { taskId: reservedCommit.taskIds[0]! })).toEqual({ pointsReturned: PRICE })
    expect(await client.get(getPoints, {})).toEqual({ points: WELCOME_POINTS + PRICE, held: PRICE })

    const secondVisitor = await createVisitor(server)
    const image = await upload(secondVisitor)
    const [waitingCommit, cancelledCommit] = [await commit(secondVisitor, image), await commit(secondVisitor, image)]
    expect((await logIn(secondVisitor, 'ann@example.org')).carried).toEqual({ creations: 2, points: 0 })
    expect(await client.get(getPoints, {})).toEqual({ points: WELCOME_POINTS + PRICE, held: PRICE })
    expect(await client.get(cancelTask, { taskId: cancelledCommit.taskIds[0]! })).toEqual({ pointsReturned: 0 })
    for (let attempt = 0; attempt < 4; attempt += 1) {
      engine.release(attempt === 0 ? undefined : new Error('no luck'))
      if (attempt < 3) await engine.untilPaused(1)
    }
    await untilStatus(client, waitingCommit.batchId, 'FAILED')
    expect(await client.get(getPoints, {})).toEqual({ points: WELCOME_POINTS + PRICE, held: 0 })
    await expectLedgersAddUp()
  })

  it('moves although the account has used the same idempotency key itself, whose answer stays', async () => {
    const { client, email } = await signUp(server, 'ann@example.org', { visitor: createTestClient(server) })
    const key = randomUUID()
    const contactInput = { email, subject: 'Hello', message: 'from the account' }
    await client.get(contactUs, contactInput, { idempotencyKey: key })
    const visitor = await createVisitor(server)
    await visitor.get(contactUs, { ...contactInput, message: 'from the visitor' }, { idempotencyKey: key })
    expect((await logIn(visitor, email)).carried).toEqual({ creations: 0, points: WELCOME_POINTS })
    expect(await client.call(contactUs, contactInput, { idempotencyKey: key })).toMatchObject({ ok: true })
  })

  it('moves once for two parallel logins of one browser', async () => {
    await signUp(server, 'ann@example.org', { visitor: createTestClient(server) })
    const visitor = await createVisitor(server)
    await commit(visitor, await upload(visitor))
    const tabs = [1, 2].map(() => createTestClient(server, { token: visitor.token, jar: new Map(visitor.jar) }))
    const answers = await Promise.all(tabs.map((tab) => tab.get(logInByEmail, { email: 'ann@example.org', password: PASSWORD })))
    expect(answers.reduce((sum, { carried }) => sum + carried.creations, 0)).toBe(1)
    expect(answers.reduce((sum, { carried }) => sum + carried.points, 0)).toBe(WELCOME_POINTS - PRICE)
    await expectLedgersAddUp()
  })

  it('moves whole during all other activity: nothing fails, and nothing is left', async () => {
    const { id } = await signUp(server, 'ann@example.org', { visitor: createTestClient(server) })
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const endedIds = [await commit(visitor, image), await commit(visitor, image)].flatMap(({ taskIds }) => taskIds)
    for (const taskId of endedIds) await visitor.call(cancelTask, { taskId })
    const visitorId = (await loadOwnerIds()).find((one) => one !== id) ?? ''
    const openTab = () => createTestClient(server, { token: visitor.token, jar: new Map() })
    const logins = Promise.all([1, 2].map(() => openTab().call(logInByEmail, { email: 'ann@example.org', password: PASSWORD })))
    const moveEnd = new AbortController()
    void logins.finally(() => moveEnd.abort())
    const serverErrors: unknown[] = []
    const untilMoved = async (call: () => Promise<Result<unknown>>) => {
      while (!moveEnd.signal.aborted) {
        const answer = await call()
        // Lets the login continue: the embedded database answers at once, so without this pause no password hash would end.
        await new Promise(setImmediate)
        if (!answer.ok && answer.error.code === 'H5000') serverErrors.push(answer)
      }
    }
    const newKey = () => ({ idempotencyKey: randomUUID() })
    await Promise.all([
      untilMoved(() => openTab().call(deleteCreations, { ids: endedIds }, newKey())),
      untilMoved(() => openTab().call(restoreCreations, { ids: endedIds }, newKey())),
      untilMoved(() => openTab().call(generateCustom, customInput(image), newKey())),
      untilMoved(() => openTab().call(presignUpload, { filename: 'photo.jpg', contentType: 'image/jpeg', size: 1 })),
    ])
    expect(await logins).toMatchObject([{ ok: true }, { ok: true }])
    expect(serverErrors).toEqual([])
    for (const table of [task, batch, media, contactMessage, idempotency]) {
      expect(await server.database.db.select().from(table).where(eq(table.ownerId, visitorId))).toEqual([])
    }
    await expectLedgersAddUp()
  })

  it('is not spent by a commit that was in progress while the visitor became an account', async () => {
    const visitor = await createVisitor(server)
    const image = await upload(visitor)
    const lateClient = createTestClient(server, { token: visitor.token })
    await signUp(server, 'ann@example.org', { visitor })
    expect(await lateClient.refusal(generateCustom, customInput(image), { idempotencyKey: randomUUID() })).toEqual({ code: 'H3009' })
    await expectLedgersAddUp()
  })
})

describe('a token that replaces an ended one', () => {
  it('grants no second welcome points: recognised by the session, or by the token it replaces', async () => {
    const visitor = await createVisitor(server)
    const { client } = await signUp(server, 'ann@example.org', { visitor })
    await client.get(payLogin, {})
    const loggedOutClient = createTestClient(server, { token: client.token })
    expect(await loggedOutClient.get(getPoints, {})).toEqual({ points: 0, held: 0 })
    const renewedVisitor = createTestClient(server)
    await renewedVisitor.get(payLogin, { replaces: visitor.token })
    expect(await renewedVisitor.get(getPoints, {})).toEqual({ points: 0, held: 0 })
    const stranger = createTestClient(server)
    await stranger.get(payLogin, { replaces: 'nobody' })
    expect(await stranger.get(getPoints, {})).toEqual({ points: WELCOME_POINTS, held: 0 })
  })
})

async function loadOwnerIds(): Promise<string[]> {
  const rows = await server.database.db.select({ id: owner.id }).from(owner)
  return rows.map(({ id }) => id)
}

/** Expects that each balance in the ledger is the sum of all movements up to it. */
async function expectLedgersAddUp(): Promise<void> {
  const wrongRows = await queryRows(
    server.database.db,
    sql`select owner_id from ledger l where balance <> (select sum(amount) from ledger m where m.owner_id = l.owner_id and m.seq <= l.seq)`,
  )
  expect(wrongRows).toEqual([])
}
