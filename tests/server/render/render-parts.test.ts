import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkerPool } from '#server/render/create-worker-pool.ts'
import { splitFrames } from '#server/render/split-frames.ts'
import { writeWhole } from '#server/render/write-whole.ts'

const NEVER = new AbortController().signal

test.each([
  [144, 2],
  [145, 4],
  [3, 8],
  [1, 1],
])('%i frames in at most %i runs follow each other without a gap', (total, parts) => {
  const runs = splitFrames(total, parts)
  const frames = runs.flatMap((run) => Array.from({ length: run.frameCount }, (_, i) => run.firstFrame + i))
  expect(frames).toEqual(Array.from({ length: total }, (_, i) => i))
  expect(runs.length).toBe(Math.min(total, parts))
  expect(runs.every((run) => run.frameCount > 0)).toBe(true)
})

test('files that cannot all be written leave nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-write-'))
  const good = { path: join(folder, 'a'), bytes: new Uint8Array([1]) }
  const bad = { path: join(folder, 'missing', 'b'), bytes: new Uint8Array([2]) }
  await expect(writeWhole([good, bad], NEVER)).rejects.toThrow('ENOENT')
  await expect(writeWhole([good], AbortSignal.abort(new Error('off')))).rejects.toThrow('off')
  expect(await readdir(folder)).toEqual([])
  await writeWhole([good], NEVER)
  expect([...(await readFile(good.path))]).toEqual([1])
})

test('closing a pool ends its workers and rejects what waits', async () => {
  const echo = new URL(
    `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', (job) => job === 'hang' || parentPort.postMessage(job))")}`,
  )
  const pool = createWorkerPool<string, string>(echo, 1)
  expect(await Promise.all([pool.run('a'), pool.run('b')])).toEqual(['a', 'b'])
  const stuck = [pool.run('hang'), pool.run('waits')].map((run) => run.catch((error: unknown) => String(error)))
  await pool.close()
  expect(await stuck[1]).toMatch('closed')
  expect(await stuck[0]).toMatch('ended')
  await expect(pool.run('late')).rejects.toThrow('closed')
})

test('a worker that cannot start rejects its job', async () => {
  const pool = createWorkerPool<string, string>(new URL('file:///no/such/worker.js'), 1)
  await expect(pool.run('a')).rejects.toThrow('worker.js')
  await pool.close()
})
