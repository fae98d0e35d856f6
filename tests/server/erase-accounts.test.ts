import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accountSchema from '#server/database/account-schema.ts'
import * as mainSchema from '#server/database/schema.ts'
import { eraseAccounts } from '#server/account/delete-account.ts'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { createDiskMedia } from '#server/media-store/disk-store.ts'
import { lockOwner } from '#server/verbs/require-owner.ts'
import { cancelDeletion, deleteMe, startEmailChange } from '#shared/api/account-settings.ts'
import { logInByEmail } from '#shared/api/auth.ts'
import { cancelTask } from '#shared/api/generation.ts'
import { getMe } from '#shared/api/user.ts'
import { contactUs } from '#shared/api/contact.ts'
import { DELETION_GRACE_MS } from '#shared/domain/account-rules.ts'
import { type PausedEngine, createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createTestClient, creation, untilStatus, upload } from './client.ts'
import { type SignedUp, PASSWORD, proveReset, signUp, someAddress } from './sign-up.ts'
import { mediaPath } from '../fixtures/server/media-path.ts'

const schema = { ...mainSchema, ...accountSchema }
const { account, ledger, media, owner, session, task } = schema
let nowMs = Date.now()
let server: TestServer
let engine: PausedEngine
let files: Awaited<ReturnType<typeof createDiskMedia>>
beforeAll(async () => {
  engine = createPausedEngine()
  server = await startTestServer({ listen: false, engine, nowMs: () => nowMs })
  files = await createDiskMedia(server.dataDir)
})
afterAll(() => server.close())

const clock = { nowMs: () => nowMs }
const db = () => server.database.db
const cleanUpNow = (store: Pick<typeof files, 'remove' | 'tidy'> = files) => runHousekeeping(db(), store, nowMs)
let peopleCount = 0

/** Creates a user with a picture, a finished video, a support message, and unique words in them. */
async function signUpSomebody(): Promise<SignedUp & { words: string }> {
  peopleCount += 1
  const words = `lighthouse${peopleCount}x`
  const person = await signUp(server, `${words}@example.org`, { ...clock, address: someAddress(), firstName: words })
  await person.client.get(contactUs, { email: person.email, subject: words, message: words }, { idempotencyKey: randomUUID() })
  await makeVideo(person.client, words)
  return { ...person, words }
}

async function makeVideo(client: TestClient, prompt: string): Promise<void> {
  const { batchId } = await commit(client, await upload(client), { prompt })
  await engine.untilPaused(1)
  engine.release()
  await untilStatus(client, batchId, 'SUCCESS')
}

/** Requests the deletion of the account and advances the time to the end of its grace period. */
async function leaveAccount(person: SignedUp): Promise<void> {
  await person.client.get(deleteMe, { confirmation: person.email })
  nowMs += DELETION_GRACE_MS
}

const mediaRowsOf = (id: string) => db().select().from(media).where(eq(media.ownerId, id))
const countAccounts = async (id: string) => (await db().select().from(account).where(eq(account.id, id))).length
const listStoredFiles = async () => {
  const names = await readdir(path.join(server.dataDir, 'media'), { recursive: true })
  return names.map((name) => path.basename(name)).filter((name) => name.includes('.'))
}
async function dumpTables(): Promise<string> {
  const tables = [account, schema.batch, schema.contactMessage, schema.emailCode, schema.emailProof, schema.idempotency, schema.mail, task]
  return JSON.stringify(await Promise.all(tables.map(async (table) => db().select().from(table))))
}

it('a stop ends it after the current files, and the next run erases the rest', async () => {
  const people = [await signUpSomebody(), await signUpSomebody()]
  for (const person of people) await leaveAccount(person)
  const countDueAccounts = async () =>
    (await db().select({ id: account.id }).from(account)).filter(({ id }) => people.some((person) => person.id === id)).length
  const stop = new AbortController()
  const remove = async (name: string) => {
    stop.abort(new Error('stopping'))
    await files.remove(name)
  }
  await expect(eraseAccounts(db(), { remove }, nowMs, stop.signal)).rejects.toThrow('stopping')
  expect(await countDueAccounts()).toBe(2)
  expect(await eraseAccounts(db(), files, nowMs)).toEqual([])
  expect(await countDueAccounts()).toBe(0)
})

describe('an account whose time is over', () => {
  it('leaves no personal data, and no other owner loses anything', async () => {
    const [ann, bob] = [await signUpSomebody(), await signUpSomebody()]
    const [annsFiles, bobsFiles] = [
      (await mediaRowsOf(ann.id)).map(({ name }) => name),
      (await mediaRowsOf(bob.id)).map(({ name }) => name),
    ]
    expect(annsFiles).toHaveLength(3)
    const loadMovements = () => db().select().from(ledger).where(eq(ledger.ownerId, ann.id)).orderBy(asc(ledger.seq))
    const movementsBefore = await loadMovements()
    await leaveAccount(ann)
    await proveReset(server, ann.email, clock)
    await ann.client.get(startEmailChange, { email: `new-${ann.words}@example.org`, currentPassword: PASSWORD })
    nowMs -= 1
    expect(await cleanUpNow()).toEqual([])
    expect(await ann.client.get(getMe, {})).toMatchObject({ id: ann.id })
    nowMs += 1
    for (const round of [1, 2]) expect(await cleanUpNow(), `round ${round}`).toEqual([])
    const [remainingRows, names] = [await dumpTables(), await listStoredFiles()]
    expect(remainingRows).not.toContain(ann.words)
    expect(remainingRows).toContain(bob.words)
    expect(names.filter((name) => annsFiles.includes(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(bobsFiles))
    expect([
      await countAccounts(ann.id),
      await mediaRowsOf(ann.id),
      await db().select().from(session).where(eq(session.accountId, ann.id)),
    ]).toEqual([0, [], []])
    expect(await loadMovements()).toEqual(movementsBefore)
    expect(await db().select().from(owner).where(eq(owner.id, ann.id))).toHaveLength(1)
  })

  it('can not log in, and its address is free', async () => {
    const ann = await signUpSomebody()
    await leaveAccount(ann)
    await cleanUpNow()
    expect(await ann.client.refusal(getMe, {})).toEqual({ code: 'H3009' })
    // A request that the server accepted before the erasure cannot lock the owner, so it cannot spend or store anything.
    expect(await db().transaction((tx) => lockOwner(tx, ann.id))).toBe(false)
    const newBrowser = createTestClient(server, { ...clock, address: someAddress() })
    expect(await newBrowser.refusal(logInByEmail, { email: ann.email, password: PASSWORD })).toMatchObject({ code: 'LOGIN_WRONG' })
    const newAccount = await signUp(server, ann.email, { ...clock, address: someAddress() })
    expect(newAccount.id).not.toBe(ann.id)
    expect(newAccount.carried).toEqual({ creations: 0, points: 0 })
  })

  it('stays whole when the deletion was undone', async () => {
    const ann = await signUpSomebody()
    await ann.client.get(deleteMe, { confirmation: ann.email })
    await ann.client.get(cancelDeletion, {})
    nowMs += DELETION_GRACE_MS
    await cleanUpNow()
    expect(await ann.client.get(getMe, {})).toMatchObject({ firstName: ann.words, deletesAt: null })
    expect(await mediaRowsOf(ann.id)).toHaveLength(3)
  })

  it('is closed while a video of it is being made, and erased with it afterwards; waiting work is cancelled', async () => {
    const ann = await signUp(server, 'busy@example.org', { ...clock, address: someAddress() })
    const { taskIds } = await commit(ann.client, await upload(ann.client), { videoNum: 2 })
    await engine.untilPaused(1)
    await leaveAccount(ann)
    await cleanUpNow()
    const loadStates = async () =>
      (await db().select().from(task).where(eq(task.ownerId, ann.id)).orderBy(asc(task.take))).map(({ status }) => status)
    expect(await loadStates()).toEqual(['PROCESSING', 'CANCELLED'])
    expect(await countAccounts(ann.id)).toBe(1)
    expect(await dumpTables()).not.toContain(ann.email)
    expect(await ann.client.call(getMe, {})).toMatchObject({ ok: false })
    engine.release()
    await expect.poll(loadStates, { timeout: 15_000 }).toEqual(['SUCCESS', 'CANCELLED'])
    expect(await mediaRowsOf(ann.id)).toHaveLength(3)
    await cleanUpNow()
    expect([await countAccounts(ann.id), await mediaRowsOf(ann.id)]).toEqual([0, []])
    const entries = await db()
      .select()
      .from(ledger)
      .where(eq(ledger.taskId, taskIds[1] ?? ''))
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['hold', 'return'])
  })

  it('is erased with the files that a cancelled video left while the store was down', async () => {
    const ann = await signUp(server, 'cancelled@example.org', { ...clock, address: someAddress() })
    const { taskIds } = await commit(ann.client, await upload(ann.client), { videoNum: 2 })
    const [runningId = '', waitingId = ''] = taskIds
    await engine.untilPaused(1)
    await ann.client.get(cancelTask, { taskId: waitingId })
    const [cancelledTask] = await db().select().from(task).where(eq(task.id, waitingId))
    const names = [cancelledTask!.videoName, cancelledTask!.posterName]
    for (const name of names) await writeFile(mediaPath(server.dataDir, name), 'left')
    engine.release()
    await expect.poll(async () => (await creation(ann.client, runningId)).status).toBe('SUCCESS')
    await leaveAccount(ann)
    expect(await cleanUpNow()).toEqual([])
    expect((await listStoredFiles()).filter((name) => names.includes(name))).toEqual([])
  })

  it('waits for the next round with an undeletable file, and delays neither its other files nor others', async () => {
    const [ann, bob] = [await signUpSomebody(), await signUpSomebody()]
    await bob.client.get(deleteMe, { confirmation: bob.email })
    await leaveAccount(ann)
    const [stuckName] = (await mediaRowsOf(ann.id)).map(({ name }) => name).toSorted()
    const brokenFiles = {
      ...files,
      remove: (name: string) => (name === stuckName ? Promise.reject(new Error('stuck')) : files.remove(name)),
    }
    expect(await cleanUpNow(brokenFiles)).toEqual([new Error('stuck')])
    expect((await mediaRowsOf(ann.id)).map(({ name }) => name)).toEqual([stuckName])
    expect([await countAccounts(ann.id), await countAccounts(bob.id)]).toEqual([1, 0])
    expect(await dumpTables()).not.toContain(ann.words)
    expect(await cleanUpNow()).toEqual([])
    expect([await countAccounts(ann.id), await mediaRowsOf(ann.id)]).toEqual([0, []])
    expect(await listStoredFiles()).not.toContain(stuckName)
  })
})
