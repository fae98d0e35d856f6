import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { NO_SPACE_TEXT } from '#server/creations/jobs/generation-runner.ts'
import { createDiskSpace, RESERVED_BYTES, SPACE_KNOWN_MS } from '#server/platform/media/disk.ts'
import { presignUpload } from '#shared/api/files.ts'
import { getHistory } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { createHeldEngine } from '../fixtures/server/test-engines.ts'
import { commit, createVisitor, ORIGIN, untilStatus, upload } from './client.ts'

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
  const room = createDiskSpace({ nowMs: () => nowMs, freeBytes })
  expect([await room.hasRoom(), await room.hasRoom()]).toEqual([false, false])
  expect(freeBytes).toHaveBeenCalledTimes(1)
  nowMs += SPACE_KNOWN_MS
  freeBytes.mockRejectedValue(new Error('no such folder'))
  expect(await room.hasRoom()).toBe(true)
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
