import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GIVEN_UP_TEXT } from '#server/creations/jobs/recover-tasks.ts'
import { createBuiltinEngine } from '#server/motion/engines/open-engines.ts'
import { FRAME_LIMIT_MS } from '#server/motion/render/render-job.ts'
import { queryBatch } from '#shared/api/generation.ts'
import { getLedger, getPoints } from '#shared/api/user.ts'
import { builtRenderWorker } from '../../fixtures/built-render-worker.ts'
import { type HandTimers, createHandTimers } from '../../fixtures/server/hand-timers.ts'
import { type TestServer, startTestServer } from '../../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, creation, upload } from '../client.ts'

const POLL_OPTIONS = { timeout: 100_000 }

let folder: string
let timers: HandTimers
let server: TestServer
let visitor: TestClient
let image: string

/** The real render worker with two faults: it hangs in the second half of a video of 10 s, and it exits in any part of a video of 8 s. */
async function writeBadWorker(): Promise<URL> {
  const file = join(folder, 'bad-worker.mjs')
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads'
    const listen = parentPort.on.bind(parentPort)
    parentPort.on = (name, listener) => listen(name, (job) => {
      if (job.video.plan.frameCount === 192) process.exit(9)
      if (job.video.plan.frameCount === 240 && job.task.firstFrame > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      listener(job)
    })
    await import(${JSON.stringify((await builtRenderWorker()).href)})`,
  )
  return pathToFileURL(file)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-failures-'))
  timers = createHandTimers()
  const engine = createBuiltinEngine({ workerUrl: await writeBadWorker(), workers: 2, setTimer: timers.setTimer })
  server = await startTestServer({ listen: false, engine, concurrency: 2, config: { welcomePointsVisitor: 500 } })
  visitor = await createVisitor(server)
  image = await upload(visitor)
})

afterAll(async () => {
  timers.fire()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const taskOf = async (batchId: string) => (await visitor.get(queryBatch, { batchId })).tasks[0]
const smallOptions = { resolution: '480p' } as const

test('a hanging render fails at its limit, its points are returned, and another video is made in the meantime and afterwards', async () => {
  const hungBatch = await commit(visitor, image, { ...smallOptions, duration: '10s' })
  await expect.poll(() => timers.delays(), POLL_OPTIONS).toContain(FRAME_LIMIT_MS)
  const otherBatch = await commit(visitor, image, { ...smallOptions, duration: '4s' })
  await expect.poll(async () => (await taskOf(otherBatch.batchId))?.status, POLL_OPTIONS).toBe('SUCCESS')
  expect(await taskOf(hungBatch.batchId)).toMatchObject({ status: 'PROCESSING' })
  const { held: reserved } = await visitor.get(getPoints, {})
  expect(reserved).toBeGreaterThan(0)

  timers.fire(FRAME_LIMIT_MS)
  await expect.poll(async () => (await taskOf(hungBatch.batchId))?.status, POLL_OPTIONS).toBe('FAILED')
  expect(await taskOf(hungBatch.batchId)).toMatchObject({ errorMsg: expect.stringMatching(/too long.*points were returned/) })
  expect(await creation(visitor, hungBatch.taskIds[0]!)).toMatchObject({ points: reserved, pointsReturned: reserved, videoUrl: null })
  expect(await visitor.get(getPoints, {})).toMatchObject({ held: 0 })
  expect((await visitor.get(getLedger, {})).data.filter(({ kind }) => kind === 'return')).toHaveLength(1)

  const nextBatch = await commit(visitor, image, { ...smallOptions, duration: '4s' })
  await expect.poll(async () => (await taskOf(nextBatch.batchId))?.status, POLL_OPTIONS).toBe('SUCCESS')
}, 300_000)

test('a video that crashes its workers is retried, fails without showing the bug, and its points are returned', async () => {
  const { points } = await visitor.get(getPoints, {})
  const { batchId } = await commit(visitor, image, { ...smallOptions, duration: '8s' })
  await expect.poll(async () => (await taskOf(batchId))?.status, POLL_OPTIONS).toBe('FAILED')
  expect(await taskOf(batchId)).toMatchObject({ errorMsg: GIVEN_UP_TEXT })
  expect(await visitor.get(getPoints, {})).toEqual({ points, held: 0 })
}, 150_000)
