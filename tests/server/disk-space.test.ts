import fs, { readdir, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { NOT_STORED_TEXT } from '#server/creations/jobs/generation-runner.ts'
import { DatabasePaused } from '#server/database/database.ts'
import { createLog } from '#server/telemetry/log.ts'
import { createDiskReport } from '#server/boot/disk-report.ts'
import { createDiskSpace, RESERVED_BYTES, SPACE_KNOWN_MS } from '#server/disk/disk-space.ts'
import { presignUpload } from '#shared/api/files.ts'
import { getHistory } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { contactUs } from '#shared/api/contact.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestClient, commit, createVisitor, ORIGIN, smallPhoto, untilStatus, upload } from './client.ts'

afterEach(() => void vi.restoreAllMocks())

it('while the disk is nearly full no upload or charge is accepted, stored data is readable, and the server resumes when there is space', async () => {
  let nowMs = Date.now()
  let freeBytes = RESERVED_BYTES
  const server = await startTestServer({ listen: false, nowMs: () => nowMs, freeBytes: async () => freeBytes })
  const visitor = await createVisitor(server, { nowMs: () => nowMs })
  const requestPermit = () => visitor.call(presignUpload, { filename: 'a.jpg' })
  const fetchReadyStatus = async () => (await server.app.request(`${ORIGIN}/readyz`)).status
  expect([(await requestPermit()).ok, await fetchReadyStatus()]).toEqual([true, 200])
  freeBytes = RESERVED_BYTES - 1
  nowMs += SPACE_KNOWN_MS
  expect(await requestPermit()).toMatchObject({ ok: false, error: { code: 'H503', retry: 'later', afterMs: 60_000 } })
  expect(await fetchReadyStatus()).toBe(503)
  expect(await visitor.get(getHistory, { curPage: 1, pageSize: 5, taskStatus: 'ALL' })).toMatchObject({ totalSize: 0 })
  expect(await visitor.get(getPoints, {})).toMatchObject({ points: 100 })
  freeBytes = RESERVED_BYTES
  nowMs += SPACE_KNOWN_MS
  expect([(await requestPermit()).ok, await fetchReadyStatus()]).toEqual([true, 200])
  await server.close()
})

it('a disk is checked every 2 s at most, and an unresponsive one counts as having space', async () => {
  let nowMs = 0
  const freeBytes = vi.fn(async () => 0)
  const diskSpace = createDiskSpace({ nowMs: () => nowMs, freeBytes, checkWrites: async () => undefined, onChange: async () => undefined })
  expect([await diskSpace.hasRoom(), await diskSpace.hasRoom()]).toEqual([false, false])
  expect(freeBytes).toHaveBeenCalledTimes(1)
  nowMs += SPACE_KNOWN_MS
  freeBytes.mockRejectedValue(new Error('no such folder'))
  expect(await diskSpace.hasRoom()).toBe(true)
})

const codedError = (code: string, syscall: string) => Object.assign(new Error(`${code}: refused`), { code, syscall })

it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EPERM', 'EACCES', 'EIO'])(
  'a write that fails with %s refuses all others until one succeeds',
  async (code) => {
    let nowMs = 0
    const checkWrites = vi.fn(async () => undefined)
    const diskSpace = createDiskSpace({
      nowMs: () => nowMs,
      freeBytes: async () => RESERVED_BYTES,
      checkWrites,
      onChange: async () => undefined,
    })
    expect(diskSpace.noteError(new Error('not stored', { cause: codedError(code, 'open') }))).toBe(true)
    expect(await diskSpace.hasRoom()).toBe(false)
    nowMs += SPACE_KNOWN_MS
    expect(await diskSpace.hasRoom()).toBe(true)
    expect(checkWrites.mock.calls).toEqual([[true]])
  },
)

it('a failed write during a check of the disk is not lost when the check ends', async () => {
  let nowMs = 0
  let endMeasuring: (bytes: number) => void = () => undefined
  const measurement = new Promise<number>((resolve) => {
    endMeasuring = resolve
  })
  const freeBytes = vi.fn(async () => RESERVED_BYTES).mockReturnValueOnce(measurement)
  const checkWrites = vi.fn(async () => undefined)
  const changes: (Error | null)[] = []
  const diskSpace = createDiskSpace({ nowMs: () => nowMs, freeBytes, checkWrites, onChange: async (change) => void changes.push(change) })
  const earlyCheck = diskSpace.hasRoom()
  const refusal = codedError('EROFS', 'open')
  diskSpace.noteError(refusal)
  endMeasuring(RESERVED_BYTES)
  expect([await earlyCheck, await diskSpace.hasRoom()]).toEqual([false, false])
  expect(changes).toEqual([refusal])
  nowMs += SPACE_KNOWN_MS
  expect(await diskSpace.hasRoom()).toBe(true)
  expect([checkWrites.mock.lastCall, changes]).toEqual([[true], [refusal, null]])
})

it('a disk that recovers before its report is not reported', async () => {
  const log = { error: vi.fn(), info: vi.fn() }
  const isPaused = vi
    .fn(async () => false)
    .mockImplementationOnce(async () => {
      await report(null)
      return false
    })
  const report = createDiskReport({ isPaused, log })
  await report(codedError('EROFS', 'open'))
  expect([log.error.mock.calls, log.info.mock.calls]).toEqual([[], []])
})

/** The level of errors in pino's log. */
const ERROR_LEVEL = 50

/** Makes a photo with a comment. The server removes the comment, so it writes the photo twice. */
async function makePhotoWithComment(): Promise<Buffer> {
  const photo = await smallPhoto()
  return Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 4, 0x61, 0x62]), photo.subarray(2)])
}

it('an upload that the disk refuses gets 503 at once, and so do all later writes, until the disk accepts one', async () => {
  let nowMs = Date.now()
  const server = await startTestServer({ listen: false, nowMs: () => nowMs })
  const visitor = await createVisitor(server, { nowMs: () => nowMs })
  const body = new Uint8Array(await makePhotoWithComment())
  const putPhoto = async (url: string) => visitor.request(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body })
  const fetchReadyStatus = async () => (await server.app.request(`${ORIGIN}/readyz`)).status
  for (const [call, error] of [
    ['open', codedError('EROFS', 'open')],
    ['rename', codedError('EPERM', 'rename')],
    ['writeFile', codedError('ENOSPC', 'open')],
  ] as const) {
    const file = { filename: 'photo.jpg', contentType: 'image/jpeg', size: body.byteLength } as const
    const { presignedUrl } = await visitor.get(presignUpload, file)
    vi.spyOn(fs, call).mockRejectedValue(error)
    const refusedAnswer = await putPhoto(presignedUrl)
    expect([refusedAnswer.status, refusedAnswer.headers.get('retry-after'), await refusedAnswer.json()]).toMatchObject([
      503,
      '60',
      { statusCode: 'H503' },
    ])
    expect(await fetchReadyStatus()).toBe(503)
    expect(await visitor.call(presignUpload, { filename: 'a.jpg' })).toMatchObject({ ok: false, error: { code: 'H503', afterMs: 60_000 } })
    expect(await visitor.get(getPoints, {})).toMatchObject({ points: 100 })
    vi.restoreAllMocks()
    nowMs += SPACE_KNOWN_MS
    expect([await fetchReadyStatus(), (await putPhoto(presignedUrl)).status]).toEqual([200, 200])
  }
  await server.close()
})

it('a disk that rejects writes is one error in the log, however often it is checked', async () => {
  let nowMs = Date.now()
  const logLines: { readonly level: number; readonly msg: string }[] = []
  const log = createLog('info', { write: (line) => void logLines.push(JSON.parse(line) as (typeof logLines)[number]) })
  const server = await startTestServer({ listen: false, log, nowMs: () => nowMs })
  const visitor = await createVisitor(server, { nowMs: () => nowMs })
  for (const call of ['open', 'writeFile'] as const) vi.spyOn(fs, call).mockRejectedValue(codedError('EROFS', 'open'))
  const errorLines = () => logLines.filter(({ level }) => level >= ERROR_LEVEL)
  await expect(upload(visitor)).rejects.toThrow()
  await expect.poll(errorLines).toMatchObject([{ msg: expect.stringContaining('Disk is not writable') }])
  for (let count = 0; count < 3; count += 1) {
    nowMs += SPACE_KNOWN_MS
    await expect(upload(visitor)).rejects.toThrow()
  }
  expect(errorLines()).toHaveLength(1)
  vi.restoreAllMocks()
  nowMs += SPACE_KNOWN_MS
  await upload(visitor)
  expect([errorLines().length, logLines.filter(({ msg }) => msg === 'Disk is writable again').length]).toEqual([1, 1])
  await server.close()
})

describe('a server whose disk accepts writes', () => {
  let server: TestServer
  let visitor: TestClient
  beforeAll(async () => {
    server = await startTestServer({ listen: false })
    visitor = await createVisitor(server)
  })
  afterAll(() => server.close())

  it('an unreadable picture stops no writes', async () => {
    const image = await upload(visitor)
    const openSpy = vi.spyOn(fs, 'open').mockRejectedValue(codedError('EACCES', 'open'))
    expect((await visitor.request(image, { headers: { 'x-user-token': visitor.token } })).status).toBe(500)
    openSpy.mockRestore()
    expect(await visitor.call(presignUpload, { filename: 'a.jpg' })).toMatchObject({ ok: true })
  })

  it('a write that the database refuses is answered with 503, and the next one is attempted', async () => {
    const send = () =>
      visitor.call(
        contactUs,
        { email: 'ann@example.org', subject: 'Hello', message: 'Where is my video?' },
        { idempotencyKey: randomUUID() },
      )
    const refuseWith = (state: string) =>
      server.database.execute(
        `create or replace function refuse() returns trigger as $$ begin raise exception 'refused' using errcode = '${state}'; end $$ language plpgsql`,
        [],
      )
    await refuseWith('53100')
    await server.database.execute('create trigger refuse before insert on contact_message for each row execute function refuse()', [])
    for (const state of ['53100', '58030', '25006']) {
      await refuseWith(state)
      expect(await send()).toMatchObject({ ok: false, error: { code: 'H503', afterMs: 5000 } })
    }
    await server.database.execute('drop trigger refuse on contact_message', [])
    expect(await send()).toMatchObject({ ok: true })
  })

  it('a write that the paused database refuses can be retried as soon as one that was never sent', async () => {
    const pausedError = new DatabasePaused(codedError('EROFS', 'access'))
    vi.spyOn(server.database.db, 'transaction').mockRejectedValue(pausedError)
    expect(await visitor.call(presignUpload, { filename: 'a.jpg' })).toMatchObject({ ok: false, error: { code: 'H503', afterMs: 5000 } })
    vi.restoreAllMocks()
    expect(await visitor.call(presignUpload, { filename: 'a.jpg' })).toMatchObject({ ok: true })
  })

  it('a database that accepts no writes is not ready', async () => {
    const fetchReadyStatus = async () => (await server.app.request(`${ORIGIN}/readyz`)).status
    expect(await fetchReadyStatus()).toBe(200)
    await server.database.execute('set default_transaction_read_only = on', [])
    expect(await fetchReadyStatus()).toBe(503)
    await server.database.execute('set default_transaction_read_only = off', [])
  })
})

it('a video on a full disk fails at once with a message, its points are returned, and no file is left', async () => {
  let nowMs = Date.now()
  let freeBytes = 2 * RESERVED_BYTES
  const engine = createPausedEngine()
  const server = await startTestServer({
    listen: false,
    engine,
    nowMs: () => nowMs,
    freeBytes: async () => freeBytes,
    config: { welcomePointsVisitor: 200 },
  })
  const visitor = await createVisitor(server, { nowMs: () => nowMs })
  const image = await upload(visitor)
  const writtenCommit = await commit(visitor, image)
  const waitingCommit = await commit(visitor, image)
  await engine.untilPaused(1)
  await writeFile(engine.paused[0]!.videoPath, 'half of a video')
  freeBytes = 0
  nowMs += SPACE_KNOWN_MS
  engine.release(new Error('could not write', { cause: Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) }))
  for (const { batchId } of [writtenCommit, waitingCommit])
    expect((await untilStatus(visitor, batchId, 'FAILED')).tasks).toMatchObject([{ errorMsg: NOT_STORED_TEXT }])
  expect(engine.seen).toHaveLength(1)
  expect(await visitor.get(getPoints, {})).toEqual({ points: 200, held: 0 })
  const files = (await readdir(path.join(server.dataDir, 'media'), { recursive: true })).filter((name) => name.includes('.'))
  expect(files.map((name) => path.basename(name))).toEqual([path.basename(image)])
  expect(await readdir(path.join(server.dataDir, 'media/incoming'))).toEqual([])
  await server.close()
})
