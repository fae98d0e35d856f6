import { access, readdir } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rateLimit } from '#server/database/account-schema.ts'
import { task } from '#server/database/schema.ts'
import { checkLedger } from '#server/billing/rounds/check-ledger.ts'
import { callPath } from '#shared/api/define-call.ts'
import { deleteCreations, getHistory, queryTask, storeEdited } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { EDITED_VIDEOS_PER_DAY, MAX_EDITED_BYTES } from '#shared/domain/media-limits.ts'
import { makeMarkedVideo } from '../fixtures/make-marked-video.ts'
import { putCreations } from '../fixtures/put-creations.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, ORIGIN, createVisitor } from './client.ts'
import { signUp } from './sign-up.ts'

const SIZE = { width: 192, height: 108 }

let server: TestServer
let editor: TestClient
let originId: string
beforeAll(async () => {
  server = await startTestServer({ config: { signMode: 'off', origins: [ORIGIN] } })
  ;({ client: editor } = await signUp(server, 'editor@example.com'))
  ;[originId = ''] = await putCreations(server, [{ prompt: 'Waves in the evening', createdAtMs: 1000 }])
})
afterAll(() => server.close())

const makeVideo = async (frames: number, hasSound = false) => Buffer.from(await makeMarkedVideo({ ...SIZE, frames, hasSound }), 'base64')
const fileOf = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], 'waves-edited.mp4', { type: 'video/mp4' })
const sendVideo = (bytes: Uint8Array, id = originId, client = editor) => client.call(storeEdited, { originId: id, file: fileOf(bytes) })
const loadIds = async (client = editor) =>
  (await client.get(getHistory, { curPage: 1, pageSize: 99, taskStatus: 'SUCCESS' })).data.map(({ id }) => id)
const fetchFile = (url: string) => editor.request(url, {})

it('an edited video becomes a creation of its own: with the settings of the first one, its own size, video and poster, for free', async () => {
  const bytes = await makeVideo(30, true)
  const pointsBefore = await editor.get(getPoints, {})
  const storedAnswer = await sendVideo(bytes)
  if (!storedAnswer.ok) throw new Error(storedAnswer.error.code)
  const { id, videoUrl, previewImageUrl } = storedAnswer.value
  expect(storedAnswer.value).toMatchObject({
    status: 'SUCCESS',
    editedFrom: originId,
    prompt: 'Waves in the evening',
    modelName: 'kinora-motion-1',
    points: 0,
    pointsReturned: 0,
    videoNum: 1,
    ...SIZE,
  })
  expect(await editor.get(queryTask, { taskId: id })).toEqual(storedAnswer.value)
  expect(await loadIds()).toEqual([id, originId])
  expect(Buffer.from(await (await fetchFile(videoUrl ?? '')).arrayBuffer()).equals(bytes)).toBe(true)
  const poster = Buffer.from(await (await fetchFile(previewImageUrl ?? '')).arrayBuffer())
  expect(await sharp(poster).metadata()).toMatchObject({ ...SIZE, format: 'jpeg' })
  expect(await editor.get(getPoints, {})).toEqual(pointsBefore)
  const differences = await checkLedger(server.database.db)
  expect(differences.filter(({ detail }) => detail.includes(id))).toEqual([])
  expect(await readdir(`${server.dataDir}/media/incoming`)).toEqual([])
})

it('the same bytes sent again, even at once, are the same creation, until it is deleted', async () => {
  const bytes = await makeVideo(31)
  const answers = await Promise.all([sendVideo(bytes), sendVideo(bytes)])
  const outcomes = answers.map((answer) => (answer.ok ? answer.value.id : answer.error.code))
  expect(new Set(outcomes).size).toBe(1)
  await editor.get(deleteCreations, { ids: [outcomes[0] ?? ''] })
  const laterAnswer = await sendVideo(bytes)
  expect(laterAnswer.ok && laterAnswer.value.id !== outcomes[0]).toBe(true)
})

it('it stays when the first one is deleted, and is deleted with its files like any other', async () => {
  const [firstId = ''] = await putCreations(server, [{ prompt: 'Soon gone', createdAtMs: 2000 }])
  const storedAnswer = await sendVideo(await makeVideo(32), firstId)
  if (!storedAnswer.ok) throw new Error(storedAnswer.error.code)
  await editor.get(deleteCreations, { ids: [firstId] })
  expect(await editor.get(queryTask, { taskId: storedAnswer.value.id })).toMatchObject({ editedFrom: firstId })
  const [row] = await server.database.db.select().from(task).where(eq(task.id, storedAnswer.value.id))
  await access(`${server.dataDir}/media/${row?.videoName.slice(0, 2)}/${row?.videoName}`)
})

it('nobody edits a creation of another owner, an unknown one, or an unfinished one; a visitor has no account for the result', async () => {
  const bytes = await makeVideo(33)
  const { client: stranger } = await signUp(server, 'stranger@example.com')
  const visitor = await createVisitor(server)
  const answers = await Promise.all([sendVideo(bytes, originId, stranger), sendVideo(bytes, 'none'), sendVideo(bytes, originId, visitor)])
  expect(answers.map((answer) => !answer.ok && answer.error.code)).toEqual(['H4001', 'H4001', 'H3009'])
  expect(await loadIds(stranger)).toEqual([])
})

it('a file that is no whole playable video is refused, and leaves nothing', async () => {
  const bytes = await makeVideo(34)
  const idsBefore = await loadIds()
  const moov = bytes.indexOf('moov') - 4
  const videoWithIndexAtEnd = Buffer.concat([
    bytes.subarray(0, moov),
    bytes.subarray(moov + bytes.readUInt32BE(moov)),
    bytes.subarray(moov, moov + bytes.readUInt32BE(moov)),
  ])
  const longVideo = await makeVideo(24 * 122)
  for (const wrongFile of [Buffer.from('no video'), bytes.subarray(0, -200), videoWithIndexAtEnd, longVideo]) {
    expect(await sendVideo(wrongFile)).toMatchObject({ ok: false, error: { code: 'H3000', fields: ['file'] } })
  }
  expect(await sendVideo(Buffer.alloc(MAX_EDITED_BYTES + 1))).toMatchObject({ ok: false, error: { code: 'H3000', fields: ['file'] } })
  expect(await loadIds()).toEqual(idsBefore)
  expect(await readdir(`${server.dataDir}/media/incoming`)).toEqual([])
})

it('bytes behind the last box of a video are not stored', async () => {
  const bytes = await makeVideo(37)
  const trailers = [Buffer.alloc(MAX_EDITED_BYTES - bytes.byteLength - 1024), Buffer.from('<script>alert(1)</script>'), emptyBox(100_000)]
  for (const trailer of trailers) {
    const storedAnswer = await sendVideo(Buffer.concat([bytes, trailer]))
    if (!storedAnswer.ok) throw new Error(storedAnswer.error.code)
    expect(Buffer.from(await (await fetchFile(storedAnswer.value.videoUrl ?? '')).arrayBuffer()).equals(bytes)).toBe(true)
  }
})

/** Makes an MP4 box that players skip. */
function emptyBox(length: number): Buffer {
  const box = Buffer.alloc(length)
  box.writeUInt32BE(length)
  box.write('free', 4)
  return box
}

it('a video whose index is larger than any video needs is refused before it is read', async () => {
  const bytes = await makeVideo(38)
  expect((await sendVideo(withLongIndex(bytes, 100_000))).ok).toBe(true)
  expect(await sendVideo(withLongIndex(bytes, 5 * 1024 * 1024))).toMatchObject({ ok: false, error: { code: 'H3000', fields: ['file'] } })
})

/** Returns the video with an empty box in its index (`moov`). Its frame offsets are increased by the box's length. */
function withLongIndex(bytes: Buffer, padding: number): Buffer {
  const start = bytes.indexOf('moov') - 4
  const end = start + bytes.readUInt32BE(start)
  const index = Buffer.concat([bytes.subarray(start, end), emptyBox(padding)])
  index.writeUInt32BE(index.byteLength)
  const table = index.indexOf('stco') + 8
  for (let entry = 1; entry <= index.readUInt32BE(table); entry += 1) {
    index.writeUInt32BE(index.readUInt32BE(table + 4 * entry) + padding, table + 4 * entry)
  }
  return Buffer.concat([bytes.subarray(0, start), index, bytes.subarray(end)])
}

it('a form that is cut off behind the last frame is refused, too: it may miss a part of the video', async () => {
  const bytes = await makeVideo(36)
  const partHead = (header: string) => Buffer.from(`--x\r\nContent-Disposition: form-data; ${header}\r\n\r\n`)
  const sendForm = (end: string) => {
    const parts = [
      partHead('name="originId"'),
      Buffer.from(`${originId}\r\n`),
      partHead('name="file"; filename="a.mp4"'),
      bytes,
      Buffer.from(end),
    ]
    const headers = { 'content-type': 'multipart/form-data; boundary=x', origin: ORIGIN }
    return editor.request(callPath(storeEdited), { method: 'POST', headers, body: new Uint8Array(Buffer.concat(parts)) })
  }
  expect((await sendForm('')).status).toBe(415)
  expect((await sendForm('\r\n--x--\r\n')).status).toBe(200)
})

it('an account stores a limited number a day, and is shown when it may again', async () => {
  const { client, id } = await signUp(server, 'eager@example.com')
  const [firstId = ''] = await putCreations(server, [{ prompt: 'Many', createdAtMs: 3000 }])
  const bytes = await makeVideo(35)
  expect((await sendVideo(bytes, firstId, client)).ok).toBe(true)
  await server.database.db
    .update(rateLimit)
    .set({ count: EDITED_VIDEOS_PER_DAY })
    .where(eq(rateLimit.key, `edited-account:${id}`))
  expect(await sendVideo(bytes, firstId, client)).toMatchObject({ ok: false, error: { code: 'H4022' } })
})
