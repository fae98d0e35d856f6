import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { claimFormerEmails } from '#server/account/email-owners.ts'
import { countMediaBytes, runHousekeeping } from '#server/boot/housekeeping.ts'
import { readStorageUse } from '#server/media-store/storage-use.ts'
import { media, owner, task } from '#server/database/schema.ts'
import { createDiskMedia } from '#server/media-store/disk-store.ts'
import { getStorage } from '#shared/api/account-settings.ts'
import { presignUpload, uploadFile } from '#shared/api/files.ts'
import { deleteCreations, generateCustom, getHistory, restoreCreations, storeEdited } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { UNUSED_UPLOAD_RETENTION_MS, UNUSED_UPLOAD_SAFE_MS } from '#shared/domain/media-limits.ts'
import { RESTORE_WINDOW_MS } from '#shared/domain/task.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { makeMarkedVideo } from '../fixtures/make-marked-video.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { putCreations } from '../fixtures/put-creations.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, customInput, smallPhoto, untilStatus, upload } from './client.ts'
import { signUp } from './sign-up.ts'

const PHOTO = { filename: 'photo.jpg', contentType: 'image/jpeg' }
const VISITORS_OF_AN_ADDRESS = 3
const NEVER_STOPPED = neverAborted()

let nowMs = Date.now()
let server: TestServer
let photo: Buffer
let peopleCount = 0
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs, config: { signMode: 'off', welcomePointsVisitor: 500 } })
  photo = await smallPhoto()
})
afterAll(() => server.close())
beforeEach(() => setLimit(0))

const setLimit = (bytes: number) => (server.config.mediaBytesPerAccount = bytes)
const signUpPerson = () => {
  // `putCreations` adds creations to the newest account, so each account must be newer than the one before.
  nowMs += 1000
  return signUp(server, `storage-${(peopleCount += 1)}@example.com`)
}
const readUsedBytes = async (client: TestClient) => (await client.get(getStorage, {})).usedBytes
const putFile = async (client: TestClient, url: string, bytes = photo) => {
  const init = { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(bytes) }
  return (await client.request(url, init)).status
}
const FULL_ANSWER = { ok: false, error: { code: 'STORAGE_FULL', retry: 'never' } }

it('the use is that of the stored files, and counts uploads, videos and posters', async () => {
  const { client, id } = await signUpPerson()
  expect(await client.get(getStorage, {})).toEqual({ usedBytes: 0, limitBytes: 0 })
  setLimit(7_000_000)
  const image = await upload(client)
  expect(await client.get(getStorage, {})).toEqual({ usedBytes: photo.byteLength, limitBytes: 7_000_000 })
  const { batchId } = await commit(client, image)
  await untilStatus(client, batchId, 'SUCCESS')
  const files = await createDiskMedia(server.dataDir)
  const rows = await server.database.db.select().from(media).where(eq(media.ownerId, id))
  const sizes = await Promise.all(rows.map(({ name }) => files.file(name).size()))
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['poster', 'upload', 'video'])
  expect(rows.map(({ bytes }) => bytes)).toEqual(sizes)
  expect(await readUsedBytes(client)).toBe(sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0))
})

it('an upload that would exceed the limit is refused with the use and the limit, before its bytes are sent', async () => {
  const { client } = await signUpPerson()
  await upload(client)
  setLimit(2 * photo.byteLength)
  expect((await client.call(presignUpload, { ...PHOTO, size: photo.byteLength })).ok).toBe(true)
  const refusedAnswer = await client.call(presignUpload, { ...PHOTO, size: photo.byteLength + 1 })
  expect(refusedAnswer).toMatchObject(FULL_ANSWER)
  expect(!refusedAnswer.ok && refusedAnswer.error.message).toMatch(
    /^Your storage is full \([\d.]+ of [\d.]+ kB\), and no points were used\. Delete videos/,
  )
  await upload(client)
  expect(await client.call(presignUpload, PHOTO)).toMatchObject(FULL_ANSWER)
  expect(await client.call(uploadFile, { file: new File([new Uint8Array(photo)], 'photo.jpg') })).toMatchObject(FULL_ANSWER)
  setLimit(0)
  expect((await client.call(presignUpload, PHOTO)).ok).toBe(true)
})

it('parallel permits store no more than the limit, and a refused one works once there is space', async () => {
  const { client } = await signUpPerson()
  setLimit(2 * photo.byteLength)
  const permits = await Promise.all(Array.from({ length: 4 }, () => client.get(presignUpload, { ...PHOTO, size: photo.byteLength })))
  const statuses = await Promise.all(permits.map(({ presignedUrl }) => putFile(client, presignedUrl)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  expect(statuses.filter((status) => status === 507)).toHaveLength(2)
  expect(await readUsedBytes(client)).toBe(2 * photo.byteLength)
  setLimit(0)
  expect(await putFile(client, permits[statuses.indexOf(507)]?.presignedUrl ?? '')).toBe(200)
})

it('a request that is repeated while its first one is stored does not count twice, and removes no file', async () => {
  const { client } = await signUpPerson()
  setLimit(photo.byteLength)
  const { presignedUrl, fileUrl } = await client.get(presignUpload, { ...PHOTO, size: photo.byteLength })
  const statuses = await Promise.all([putFile(client, presignedUrl), putFile(client, presignedUrl), putFile(client, presignedUrl)])
  expect(statuses).toEqual([200, 200, 200])
  expect((await client.request(fileUrl)).status).toBe(200)
  expect(await readUsedBytes(client)).toBe(photo.byteLength)
})

it('a form and an edited video that would exceed the limit store nothing', async () => {
  const { client } = await signUpPerson()
  const [originId = ''] = await putCreations(server, [{ prompt: 'Full', createdAtMs: 1000 }])
  const video = new Uint8Array(Buffer.from(await makeMarkedVideo({ width: 192, height: 108, frames: 24, hasSound: false }), 'base64'))
  const storeEditedVideo = () => client.call(storeEdited, { originId, file: new File([video], 'edited.mp4', { type: 'video/mp4' }) })
  setLimit(photo.byteLength - 1)
  expect(await client.call(uploadFile, { file: new File([new Uint8Array(photo)], 'photo.jpg') })).toMatchObject(FULL_ANSWER)
  setLimit(video.byteLength)
  expect(await storeEditedVideo()).toMatchObject(FULL_ANSWER)
  expect([await readUsedBytes(client), (await client.get(getHistory, { curPage: 1, pageSize: 9, taskStatus: 'ALL' })).totalSize]).toEqual([
    0, 1,
  ])
  setLimit(2 * video.byteLength)
  expect((await storeEditedVideo()).ok).toBe(true)
  expect(await readUsedBytes(client)).toBeGreaterThanOrEqual(video.byteLength)
})

it('a commit without space is refused before it is charged, and a paid video is stored', async () => {
  const { client } = await signUpPerson()
  const image = await upload(client)
  setLimit(photo.byteLength)
  const pointsBefore = await client.get(getPoints, {})
  const refusedAnswer = await client.call(generateCustom, customInput(image), { idempotencyKey: randomUUID() })
  expect(refusedAnswer).toMatchObject(FULL_ANSWER)
  expect(await client.get(getPoints, {})).toEqual(pointsBefore)
  setLimit(photo.byteLength + 1)
  const { batchId } = await commit(client, image)
  await untilStatus(client, batchId, 'SUCCESS')
  expect(await readUsedBytes(client)).toBeGreaterThan(photo.byteLength + 1)
})

it('a deleted video and its photo free space at once, their files are deleted later, and both leave the use correct', async () => {
  const { client, id } = await signUpPerson()
  const image = await upload(client)
  const { batchId } = await commit(client, image)
  const { tasks } = await untilStatus(client, batchId, 'SUCCESS')
  setLimit(photo.byteLength + 1)
  expect(await client.call(presignUpload, { ...PHOTO, size: photo.byteLength })).toMatchObject(FULL_ANSWER)
  await client.get(deleteCreations, { ids: tasks.map((task) => task.id) })
  expect(await readUsedBytes(client)).toBe(0)
  await client.get(restoreCreations, { ids: tasks.map((task) => task.id) })
  expect(await readUsedBytes(client)).toBeGreaterThan(photo.byteLength)
  await client.get(deleteCreations, { ids: tasks.map((task) => task.id) })
  const files = await createDiskMedia(server.dataDir)
  const cleanUp = () => runHousekeeping(server.database.db, files, nowMs)
  nowMs += RESTORE_WINDOW_MS + 1
  await cleanUp()
  expect(await readUsedBytes(client)).toBe(0)
  nowMs += UNUSED_UPLOAD_RETENTION_MS
  await cleanUp()
  expect(await readStorageUse(server.database.db, id)).toEqual({ ownBytes: 0, addressBytes: 0 })
})

it('visitors of one address share a limit, an account does not count to it', async () => {
  const clientOptions = { address: '203.0.113.7' }
  const visitors = await Promise.all(Array.from({ length: VISITORS_OF_AN_ADDRESS }, () => createVisitor(server, clientOptions)))
  const [firstVisitor, secondVisitor, thirdVisitor] = visitors
  if (firstVisitor === undefined || secondVisitor === undefined || thirdVisitor === undefined) throw new Error('no visitors')
  setLimit(2 * photo.byteLength)
  await upload(firstVisitor)
  await upload(secondVisitor)
  const refusedAnswer = await thirdVisitor.call(presignUpload, { ...PHOTO, size: photo.byteLength })
  expect(refusedAnswer).toMatchObject(FULL_ANSWER)
  expect(!refusedAnswer.ok && refusedAnswer.error.message).toMatch(
    /^Visitors on your network have used all of their shared storage \(\d.* kB\), and no points were used\. Sign up or log in/,
  )
  const otherAddressVisitor = await createVisitor(server, { address: '203.0.113.8' })
  await upload(otherAddressVisitor)
  const { client } = await signUp(server, 'same-address@example.com', { token: firstVisitor.token, ...clientOptions })
  expect(await readUsedBytes(client)).toBe(photo.byteLength)
  await upload(thirdVisitor)
  const ownerRows = await server.database.db.select({ addressKey: owner.addressKey }).from(owner)
  expect(ownerRows.some(({ addressKey }) => addressKey?.includes('203.0.113') === true)).toBe(false)
})

it('a deleted video frees space at once for the visitors of its address', async () => {
  const clientOptions = { address: '203.0.113.9' }
  const [visitor, otherVisitor] = [await createVisitor(server, clientOptions), await createVisitor(server, clientOptions)]
  const image = await upload(visitor)
  const { batchId } = await commit(visitor, image)
  const { tasks } = await untilStatus(visitor, batchId, 'SUCCESS')
  setLimit(photo.byteLength)
  const requestPermit = (client: TestClient) => client.call(presignUpload, { ...PHOTO, size: photo.byteLength })
  expect([await requestPermit(visitor), await requestPermit(otherVisitor)]).toMatchObject([FULL_ANSWER, FULL_ANSWER])
  await visitor.get(deleteCreations, { ids: tasks.map((task) => task.id) })
  expect([await requestPermit(visitor), await requestPermit(otherVisitor)]).toMatchObject([{ ok: true }, { ok: true }])
})

it('a picture of a visitor that has just become an account is refused, not stored for its retired owner', async () => {
  const visitor = await createVisitor(server)
  const { presignedUrl, fileUrl } = await visitor.get(presignUpload, { ...PHOTO, size: photo.byteLength })
  const name = fileUrl.split('/').at(-1) ?? ''
  const { db } = server.database
  const [row] = await db.select().from(media).where(eq(media.name, name))
  await db
    .update(owner)
    .set({ retiredAtMs: nowMs })
    .where(eq(owner.id, row?.ownerId ?? ''))
  expect(await putFile(visitor, presignedUrl)).toBe(403)
  expect(await db.select({ state: media.state }).from(media).where(eq(media.name, name))).toEqual([{ state: 'pending' }])
})

it('on stop, the housekeeping counts no further file, claims no address and erases nothing', async () => {
  const { client } = await signUpPerson()
  const [id = ''] = await putCreations(server, [{ prompt: 'Stopped', createdAtMs: 1000, variationCount: 2 }])
  const stop = new AbortController()
  let sizeCalls = 0
  const size = async () => {
    sizeCalls += 1
    stop.abort(new Error('stopping'))
    return 1
  }
  const files = { file: () => ({ size, read: () => Promise.reject(new Error('read')) }) }
  await expect(countMediaBytes(server.database.db, files, stop.signal)).rejects.toThrow('stopping')
  expect(sizeCalls).toBe(1)
  await expect(claimFormerEmails(server.database.db, server.config.dataDir, stop.signal)).rejects.toThrow('stopping')
  const diskMedia = await createDiskMedia(server.dataDir)
  await client.get(deleteCreations, { ids: [id] })
  nowMs += RESTORE_WINDOW_MS + 1
  await expect(runHousekeeping(server.database.db, diskMedia, nowMs, stop.signal)).rejects.toThrow('stopping')
  expect(await server.database.db.select({ isErased: task.isErased }).from(task).where(eq(task.id, id))).toEqual([{ isErased: false }])
  await countMediaBytes(server.database.db, diskMedia, NEVER_STOPPED)
})

it('files that an older build has stored are counted once by the housekeeping', async () => {
  const { client } = await signUpPerson()
  await putCreations(server, [{ prompt: 'Older', createdAtMs: 1000, variationCount: 2 }])
  expect(await readUsedBytes(client)).toBe(0)
  const files = await createDiskMedia(server.dataDir)
  await countMediaBytes(server.database.db, files, NEVER_STOPPED)
  const countedBytes = await readUsedBytes(client)
  expect(countedBytes).toBeGreaterThan(0)
  const failingFile = { size: () => Promise.reject(new Error('asked again')), read: () => Promise.reject(new Error('read')) }
  await countMediaBytes(server.database.db, { file: () => failingFile }, NEVER_STOPPED)
  expect(await readUsedBytes(client)).toBe(countedBytes)
})

it('a picture with bytes behind its end counts with its stored size', async () => {
  const { client } = await signUpPerson()
  const paddedPhoto = Buffer.concat([await makePhoto({ width: 480, height: 360 }), Buffer.alloc(1_000_000)])
  const image = await upload(client, paddedPhoto)
  const storedBytes = Buffer.from(await (await client.request(image)).arrayBuffer())
  expect(storedBytes.byteLength).toBeLessThan(100_000)
  expect(await readUsedBytes(client)).toBe(storedBytes.byteLength)
})

it('a photo of a deleted video still counts while another video uses it', async () => {
  const { client } = await signUpPerson()
  const image = await upload(client)
  const { batchId } = await commit(client, image)
  const { tasks } = await untilStatus(client, batchId, 'SUCCESS')
  await untilStatus(client, (await commit(client, image)).batchId, 'SUCCESS')
  const usedBefore = await readUsedBytes(client)
  await client.get(deleteCreations, { ids: tasks.map((task) => task.id) })
  expect(await readUsedBytes(client)).toBeGreaterThan(photo.byteLength)
  expect(await readUsedBytes(client)).toBeLessThan(usedBefore)
})

it('a full storage deletes the unused photos of its owner that are older than a day, and no others', async () => {
  const { client } = await signUpPerson()
  const { client: otherClient } = await signUpPerson()
  const otherOldImage = await upload(otherClient)
  const usedImage = await upload(client)
  const { batchId } = await commit(client, usedImage)
  await untilStatus(client, batchId, 'SUCCESS')
  const oldImage = await upload(client)
  nowMs += UNUSED_UPLOAD_SAFE_MS + 1
  const freshImage = await upload(client)
  const requestPermit = () => client.call(presignUpload, { ...PHOTO, size: photo.byteLength })
  const statusOf = async (reader: TestClient, url: string) =>
    (await reader.request(url, { headers: { 'x-user-token': reader.token } })).status
  setLimit((await readUsedBytes(client)) + photo.byteLength)
  expect((await requestPermit()).ok).toBe(true)
  expect(await statusOf(client, oldImage)).toBe(200)
  setLimit(await readUsedBytes(client))
  expect((await requestPermit()).ok).toBe(true)
  expect(await Promise.all([oldImage, usedImage, freshImage].map((url) => statusOf(client, url)))).toEqual([404, 200, 200])
  expect(await statusOf(otherClient, otherOldImage)).toBe(200)
  setLimit(await readUsedBytes(client))
  expect(await requestPermit()).toMatchObject(FULL_ANSWER)
})

it('a commit with a full storage deletes other unused photos, not its own', async () => {
  const { client } = await signUpPerson()
  const image = await upload(client)
  await upload(client)
  nowMs += UNUSED_UPLOAD_SAFE_MS + 1
  setLimit(2 * photo.byteLength)
  const { batchId } = await commit(client, image)
  await untilStatus(client, batchId, 'SUCCESS')
})
