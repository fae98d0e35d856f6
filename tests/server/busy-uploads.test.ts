import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { rateLimit } from '#server/database/account-schema.ts'
import { media } from '#server/database/schema.ts'
import { undoWhenBusy } from '#server/http/undo-when-busy.ts'
import { RESERVED_BYTES } from '#server/disk/disk-space.ts'
import { StoreAway } from '#server/media-store/file-store.ts'
import { refuse } from '#server/verbs/verb.ts'
import { presignUpload, uploadFile } from '#shared/api/files.ts'
import { storeEdited } from '#shared/api/generation.ts'
import { ok } from '#shared/result.ts'
import { makeMarkedVideo } from '../fixtures/make-marked-video.ts'
import { putCreations } from '../fixtures/put-creations.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { smallPhoto } from './client.ts'
import { signUp } from './sign-up.ts'

const ADDRESS = '203.0.113.20'
const BUSY_ANSWER = { ok: false, error: { code: 'H503', retry: 'later', afterMs: 5000 } }

let freeBytes: number
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, config: { signMode: 'off' }, freeBytes: async () => freeBytes })
})
afterAll(() => server.close())
beforeEach(() => (freeBytes = Number.MAX_SAFE_INTEGER))

/** Leaves enough free disk space for other calls, but not for an upload. */
const makeBusy = () => (freeBytes = RESERVED_BYTES)
const triesOf = async (limit: string) => {
  const rows = await server.database.db.select().from(rateLimit)
  return rows.filter(({ key }) => key.startsWith(limit)).reduce((sum, { count }) => sum + count, 0)
}
const loadPendingFiles = () => server.database.db.select().from(media).where(eq(media.state, 'pending'))

it('an edited video on a busy server uses up no try', async () => {
  const { client } = await signUp(server, 'busy-editor@example.com', { address: ADDRESS })
  const [originId = ''] = await putCreations(server, [{ prompt: 'Busy', createdAtMs: 1000 }])
  const video = Buffer.from(await makeMarkedVideo({ width: 192, height: 108, frames: 24, hasSound: false }), 'base64')
  const send = () => client.call(storeEdited, { originId, file: new File([new Uint8Array(video)], 'edited.mp4', { type: 'video/mp4' }) })
  makeBusy()
  expect([await send(), await send()]).toMatchObject([BUSY_ANSWER, BUSY_ANSWER])
  expect(await triesOf('edited-account')).toBe(0)
  freeBytes = Number.MAX_SAFE_INTEGER
  expect((await send()).ok).toBe(true)
  expect(await triesOf('edited-account')).toBe(1)
})

it('a form upload on a busy server reserves no name and uses up no try', async () => {
  const { client } = await signUp(server, 'busy-form@example.com', { address: ADDRESS })
  const photo = new Uint8Array(await smallPhoto())
  const send = () => client.call(uploadFile, { file: new File([photo], 'photo.jpg', { type: 'image/jpeg' }) })
  makeBusy()
  expect(await send()).toMatchObject(BUSY_ANSWER)
  expect([await loadPendingFiles(), await triesOf('uploads-address')]).toEqual([[], 0])
  freeBytes = Number.MAX_SAFE_INTEGER
  expect((await send()).ok).toBe(true)
  expect(await triesOf('uploads-address')).toBe(1)
})

it('a permit whose PUT meets a busy server stays valid', async () => {
  const { client } = await signUp(server, 'busy-put@example.com', { address: ADDRESS })
  const photo = new Uint8Array(await smallPhoto())
  const { presignedUrl } = await client.get(presignUpload, { filename: 'photo.jpg', contentType: 'image/jpeg', size: photo.byteLength })
  const putPhoto = async () =>
    (await client.request(presignedUrl, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: photo })).status
  makeBusy()
  expect([await putPhoto(), await putPhoto()]).toEqual([503, 503])
  freeBytes = Number.MAX_SAFE_INTEGER
  expect(await putPhoto()).toBe(200)
})

it('a 503 in the middle of the work is undone, whether answered or thrown, and nothing else is', async () => {
  const undoneNames: string[] = []
  const runUndoable = (name: string, work: () => Promise<ReturnType<typeof refuse> | ReturnType<typeof ok<string>>>) =>
    undoWhenBusy(work, async () => void undoneNames.push(name))
  await runUndoable('busy', async () => refuse('H503'))
  await runUndoable('done', async () => ok('stored'))
  await runUndoable('refused', async () => refuse('H3000'))
  await expect(runUndoable('full disk', () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })))).rejects.toThrow('full')
  await expect(runUndoable('away', () => Promise.reject(new StoreAway('away')))).rejects.toThrow('away')
  await expect(runUndoable('cut off', () => Promise.reject(new Error('aborted')))).rejects.toThrow('aborted')
  expect(undoneNames).toEqual(['busy', 'full disk', 'away'])
  const bothAway = undoWhenBusy(
    () => Promise.reject(new StoreAway('store')),
    () => Promise.reject(new Error('database')),
  )
  await expect(bothAway).rejects.toThrow('store')
})
