import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WorkerPool, STOP_GRACE_MS, WORKER_IDLE_MS, createWorkerPool, JobTimeout } from '#server/workers/worker-pool.ts'
import { type HandTimers, createHandTimers } from '../../fixtures/server/hand-timers.ts'
import { neverAborted } from '#shared/never-aborted.ts'

// A WebAssembly module that never ends: (module (func (export "spin") (loop (br 0)))).
const SPIN = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 115, 112, 105, 110, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11, 11,
]
const CODE = `
  import { parentPort, threadId } from 'node:worker_threads'
  const { instance } = await WebAssembly.instantiate(new Uint8Array(${JSON.stringify(SPIN)}))
  const jobs = {
    thread: () => parentPort.postMessage(threadId),
    quiet: () => {},
    exit: () => process.exit(1),
    throw: () => { throw new Error('a bug') },
    reject: () => { void Promise.reject(new Error('a late bug')) },
    hoard: () => { const kept = []; for (;;) kept.push(new Array(1e6).fill(kept)) },
    answerThenExit: () => { parentPort.postMessage('done'); setImmediate(() => process.exit(3)) },
  }
  parentPort.on('message', (job) => {
    if (job instanceof Int32Array) {
      Atomics.store(job, 0, 1)
      instance.exports.spin()
    }
    if (jobs[job]) jobs[job]()
    else parentPort.postMessage(job)
  })`
const WORKER = new URL(`data:text/javascript,${encodeURIComponent(CODE)}`)
const LIMIT_MS = 1234

let timers: HandTimers
let pool: WorkerPool<string | Int32Array, unknown>
beforeEach(() => {
  timers = createHandTimers()
  pool = createWorkerPool(WORKER, 1, timers.setTimer)
})
afterEach(() => pool.close())

const run = (job: string | Int32Array, signal = neverAborted()) => pool.run(job, { limitMs: LIMIT_MS, signal })
const makeCounter = () => new Int32Array(new SharedArrayBuffer(4))
const untilSpinning = (job: Int32Array) => expect.poll(() => Atomics.load(job, 0)).toBe(1)
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  )

test('a job that loops for ever inside WebAssembly is ended at its limit, and waiting jobs run on another thread', async () => {
  const firstThread = await run('thread')
  const spinJob = makeCounter()
  const hungJob = failureOf(run(spinJob))
  const nextThread = run('thread')
  await untilSpinning(spinJob)
  timers.fire(LIMIT_MS)
  expect(await hungJob).toBeInstanceOf(JobTimeout)
  expect(await nextThread).not.toBe(firstThread)
  expect(timers.delays()).toEqual([WORKER_IDLE_MS])
})

test('a limit counts from the start of a job, and each worker has its own', async () => {
  await pool.close()
  pool = createWorkerPool(WORKER, 2, timers.setTimer)
  const hungJob = failureOf(pool.run(makeCounter(), { limitMs: 50, signal: neverAborted() }))
  const otherJobs = ['a', 'b', 'c'].map((job) => run(job))
  expect(timers.delays()).toEqual([50, LIMIT_MS])
  expect(await Promise.all(otherJobs)).toEqual(['a', 'b', 'c'])
  timers.fire(50)
  expect(await hungJob).toBeInstanceOf(JobTimeout)
})

test('a job that makes progress gets its whole limit anew, until it makes none', async () => {
  const progress = makeCounter()
  const spinJob = makeCounter()
  const hungJob = failureOf(pool.run(spinJob, { limitMs: LIMIT_MS, signal: neverAborted(), progress }))
  await untilSpinning(spinJob)
  for (let frame = 0; frame < 3; frame++) {
    Atomics.add(progress, 0, 1)
    timers.fire(LIMIT_MS)
    expect(timers.delays()).toEqual([LIMIT_MS])
  }
  timers.fire(LIMIT_MS)
  expect(await hungJob).toBeInstanceOf(JobTimeout)
})

test.each([
  ['exit', 'ended with code 1'],
  ['throw', 'a bug'],
  ['reject', 'a late bug'],
  ['hoard', 'memory'],
])('a worker that dies by %s fails its own job only and is replaced', async (job, message) => {
  const [failure, next] = await Promise.all([failureOf(run(job)), run('next')])
  expect(String(failure)).toContain(message)
  expect(next).toBe('next')
})

test('a worker that dies while idle does not get the next job', async () => {
  expect(await run('answerThenExit')).toBe('done')
  await expect.poll(() => timers.delays()).toEqual([])
  expect(await run('next')).toBe('next')
})

test('a worker without work for a while ends and frees its memory', async () => {
  const firstThread = await run('thread')
  expect(await run('thread')).toBe(firstThread)
  timers.fire(WORKER_IDLE_MS)
  expect(await run('thread')).not.toBe(firstThread)
})

test('an abort removes a waiting job from the queue at once and ends an unresponsive worker a few seconds later', async () => {
  const abort = new AbortController()
  const reason = new Error('not wanted any more')
  const spinJob = makeCounter()
  const [spinningJob, waitingJob] = [failureOf(run(spinJob, abort.signal)), failureOf(run('waiting', abort.signal))]
  await untilSpinning(spinJob)
  abort.abort(reason)
  expect(await waitingJob).toBe(reason)
  expect(timers.delays()).toEqual([LIMIT_MS, STOP_GRACE_MS])
  timers.fire(STOP_GRACE_MS)
  expect(await spinningJob).toBe(reason)
  expect(await failureOf(run('late', abort.signal))).toBe(reason)
  expect(await run('next')).toBe('next')
})

test('closing a pool ends its workers and rejects waiting jobs', async () => {
  const rejectedJobs = [makeCounter(), 'waits'].map((job) => failureOf(run(job)))
  await pool.close()
  expect(String(await rejectedJobs[1])).toMatch('closed')
  expect(String(await rejectedJobs[0])).toMatch('ended')
  expect(String(await failureOf(run('late')))).toMatch('closed')
  expect(timers.delays()).toEqual([])
})

test('a worker that cannot start rejects its job', async () => {
  const brokenPool = createWorkerPool<string, string>(new URL('file:///no/such/worker.js'), 1)
  await expect(brokenPool.run('a', { limitMs: LIMIT_MS, signal: neverAborted() })).rejects.toThrow('worker.js')
  await brokenPool.close()
})
