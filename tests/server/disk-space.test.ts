import fs, { readdir, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { NO_SPACE_TEXT } from '#server/creations/jobs/generation-runner.ts'
import { createLog } from '#server/platform/log.ts'
import { createDiskSpace, RESERVED_BYTES, SPACE_KNOWN_MS } from '#server/platform/media/disk.ts'
import { presignUpload } from '#shared/api/files.ts'
import { getHistory } from '#shared/api/generation.ts'
import { contactUs, getPoints } from '#shared/api/user.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { createHeldEngine } from '../fixtures/server/test-engines.ts'
import { commit, createVisitor, ORIGIN, smallPhoto, untilStatus, upload } from './client.ts'

it('while the disk is all but full nothing is taken in or charged, what there is can be read, and it goes on when there is room', async () => {
  let nowMs = Date.now()
  let free = RESERVED_BYTES
  const server = await startTestServer({ listen: false, nowMs: () => nowMs, freeBytes: async () => free })
  const visitor = await createVisitor(server, { nowMs: () => nowMs })
  const ask = () => visitor.call(presignUpload, { filename: 'a.jpg' })
  const isReady = async () => (await server.app.request(`${ORIGIN}/readyz`)).status
  expect([(await ask()).ok, await isReady()]).toEqual([true, 200])
  free = RESERVED_BYTES - 1
  nowMs += SPACE_KNOWN_MS
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'H503', retry: 'later', afterMs: 60_000 } })
  expect(await isReady()).toBe(503)
  expect(await visitor.get(getHistory, { curPage: 1, pageSize: 5, taskStatus: 'ALL' })).toMatchObject({ totalSize: 0 })
  expect(await visitor.get(getPoints, {})).toMatchObject({ points: 100 })
  free = RESERVED_BYTES
  nowMs += SPACE_KNOWN_MS
  expect([(await ask()).ok, await isReady()]).toEqual([true, 200])
  await server.close()
})

it('a disk is asked every 2 s at most, and one that does not answer has room', async () => {
  let nowMs = 0
  const freeBytes = vi.fn(async () => 0)
  const room = createDiskSpace({ nowMs: () => nowMs, freeBytes, checkWrites: async () => undefined, onChange: async () => undefined })
  expect([await room.hasRoom(), await room.hasRoom()]).toEqual([false, false])
  expect(freeBytes).toHaveBeenCalledTimes(1)
  nowMs += SPACE_KNOWN_MS
  freeBytes.mockRejectedValue(new Error('no such folder'))
  expect(await room.hasRoom()).toBe(true)
})

/** pino's level of errors. */
const ERROR_LEVEL = 50

/** Storing it removes the comment, so that it is written twice. */
async function photoWithComment(): Promise<Buffer> {
  const photo = await smallPhoto()
  return Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 4, 0x61, 0x62]), photo.subarray(2)])
}

it.each([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EPERM', 'EIO'].map((code) => ({ code, call: 'open' as const })),
  { code: 'EROFS', call: 'rename' as const },
  { code: 'ENOSPC', call: 'writeFile' as const },
])(
  'an upload whose $call fails with $code is refused with 503 at once, and all writes after it, until the disk takes one',
  async ({ code, call }) => {
    let nowMs = Date.now()
    const server = await startTestServer({ listen: false, nowMs: () => nowMs })
    const visitor = await createVisitor(server, { nowMs: () => nowMs })
    const { presignedUrl } = await visitor.get(presignUpload, {
      filename: 'photo.jpg',
      contentType: 'image/jpeg',
      size: (await photoWithComment()).byteLength,
    })
    const put = async () =>
      visitor.request(presignedUrl, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: new Uint8Array(await photoWithComment()),
      })
    const readyz = async () => (await server.app.request(`${ORIGIN}/readyz`)).status
    vi.spyOn(fs, call).mockRejectedValue(
      Object.assign(new Error(`${code}: refused`), { code, syscall: call === 'rename' ? 'rename' : 'open' }),
    )
    const refused = await put()
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([503, '60', { statusCode: 'H503' }])
    expect(await readyz()).toBe(503)
    expect(await visitor.call(presignUpload, { filename: 'a.jpg' })).toMatchObject({ ok: false, error: { code: 'H503', afterMs: 60_000 } })
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 100 })
    vi.restoreAllMocks()
    nowMs += SPACE_KNOWN_MS
    expect([await readyz(), (await put()).status]).toEqual([200, 200])
    await server.close()
  },
)

it('a disk that rejects writes is one error in the log', async () => {
  const lines: { readonly level: number; readonly msg: string }[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const server = await startTestServer({ listen: false, log })
  const visitor = await createVisitor(server)
  vi.spyOn(fs, 'open').mockRejectedValue(Object.assign(new Error('EROFS: refused'), { code: 'EROFS', syscall: 'open' }))
  const refused = await Promise.allSettled([upload(visitor), upload(visitor)])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const errors = () => lines.filter(({ level }) => level >= ERROR_LEVEL)
  await expect.poll(errors).toMatchObject([{ msg: expect.stringContaining('the disk rejects writes') }])
  vi.restoreAllMocks()
  await server.close()
})

it.each(['53100', '58030', '25006'])('a write that the database refuses with %s is answered with 503', async (state) => {
  const server = await startTestServer({ listen: false })
  const visitor = await createVisitor(server)
  await server.database.execute(
    `create function refuse() returns trigger as $$ begin raise exception 'refused' using errcode = '${state}'; end $$ language plpgsql;
    create trigger refuse before insert on contact_message for each row execute function refuse();`,
    [],
  )
  const sent = await visitor.call(
    contactUs,
    { email: 'ann@example.org', subject: 'Hello', message: 'Where is my video?' },
    { idempotencyKey: randomUUID() },
  )
  expect(sent).toMatchObject({ ok: false, error: { code: 'H503', afterMs: 60_000 } })
  await server.close()
})

it('a database that accepts no writes is not ready', async () => {
  const server = await startTestServer({ listen: false })
  const readyz = async () => (await server.app.request(`${ORIGIN}/readyz`)).status
  expect(await readyz()).toBe(200)
  await server.database.execute('set default_transaction_read_only = on', [])
  expect(await readyz()).toBe(503)
  await server.database.execute('set default_transaction_read_only = off', [])
  await server.close()
})

it('a video that finds the disk full fails at once with a sentence, its points are back, and no file is left', async () => {
  let nowMs = Date.now()
  let free = 2 * RESERVED_BYTES
  const engine = createHeldEngine()
  const server = await startTestServer({
    listen: false,
    engine,
    nowMs: () => nowMs,
    freeBytes: async () => free,
    config: { welcomePointsVisitor: 200 },
  })
  const visitor = await createVisitor(server, { nowMs: () => nowMs })
  const image = await upload(visitor)
  const written = await commit(visitor, image)
  const waiting = await commit(visitor, image)
  await engine.untilHeld(1)
  await writeFile(engine.held[0]!.videoPath, 'half of a video')
  free = 0
  nowMs += SPACE_KNOWN_MS
  engine.release(new Error('could not write', { cause: Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) }))
  for (const { batchId } of [written, waiting])
    expect((await untilStatus(visitor, batchId, 'FAILED')).tasks).toMatchObject([{ errorMsg: NO_SPACE_TEXT }])
  expect(engine.seen).toHaveLength(1)
  expect(await visitor.get(getPoints, {})).toEqual({ points: 200, held: 0 })
  const files = (await readdir(path.join(server.dataDir, 'media'), { recursive: true })).filter((name) => name.includes('.'))
  expect(files.map((name) => path.basename(name))).toEqual([path.basename(image)])
  expect(await readdir(path.join(server.dataDir, 'media/incoming'))).toEqual([])
  await server.close()
})
