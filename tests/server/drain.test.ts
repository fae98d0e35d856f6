import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { listen } from '#server/boot/listen.ts'
import { ensureBuilt } from '../../scripts/ensure-built.mjs'
import { SERVER_MAIN, startServerProcess } from '../fixtures/server/built-server-process.ts'

const READERS = 40
const QUEUED_REQUESTS = 50
/** The time limit of the busy loop that waits for the worker's requests. The loop blocks the event loop, so no timer could end it. */
const SEND_TIMEOUT_MS = 20_000
const DRAIN_S = 1
const LOOPBACK = { host: '127.0.0.1', port: 0, tls: undefined } as const

/**
 * Sends a request on a persistent connection. Its outcome is the status, `refused` if no connection was accepted, or `cut` if the
 * connection ended before the whole answer.
 */
function ask(agent: http.Agent, url: string): Promise<{ outcome: number | 'refused' | 'cut'; connection: string }> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent }, (response) => {
      const connection = response.headers.connection ?? ''
      response.resume()
      response.once('end', () => resolve({ outcome: response.statusCode ?? 0, connection }))
      response.once('error', () => resolve({ outcome: 'cut', connection }))
    })
    request.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ outcome: error.code === 'ECONNREFUSED' ? 'refused' : 'cut', connection: '' }),
    )
  })
}

it('a closed socket answers running requests, and closes idle connections', async () => {
  let releaseAnswer = (): void => undefined
  const answerRelease = new Promise<void>((resolve) => {
    releaseAnswer = resolve
  })
  let receivedCount = 0
  const server = await listen(async (request) => {
    if (new URL(request.url).pathname === '/slow') {
      receivedCount += 1
      await answerRelease
    }
    return new Response('done')
  }, LOOPBACK)
  const origin = `http://127.0.0.1:${server.port}`
  const agent = new http.Agent({ keepAlive: true })
  expect((await ask(agent, `${origin}/quick`)).connection).toBe('keep-alive')
  const idleConnection = connect(server.port, LOOPBACK.host)
  await once(idleConnection, 'connect')
  const idleClose = once(idleConnection, 'close')
  const slowAnswer = ask(agent, `${origin}/slow`)
  await expect.poll(() => receivedCount).toBe(1)
  const closePromise = server.close()
  await expect.poll(async () => (await ask(new http.Agent(), `${origin}/quick`)).outcome).toBe('refused')
  await idleClose
  releaseAnswer()
  expect(await slowAnswer).toMatchObject({ outcome: 200 })
  await closePromise
})

it('a closed socket answers requests that are queued in the kernel because the loop was busy', async () => {
  const server = await listen(() => new Response('done'), LOOPBACK)
  const sharedBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const workerData = { port: server.port, count: QUEUED_REQUESTS, shared: sharedBuffer }
  const clientWorker = new Worker(new URL('../fixtures/server/whole-requests-worker.mjs', import.meta.url), { workerData })
  const answerMessage = once(clientWorker, 'message')
  await once(clientWorker, 'online')
  const sentCount = new Int32Array(sharedBuffer)
  const deadlineMs = performance.now() + SEND_TIMEOUT_MS
  while (Atomics.load(sentCount, 0) < QUEUED_REQUESTS && performance.now() < deadlineMs);
  expect(Atomics.load(sentCount, 0)).toBe(QUEUED_REQUESTS)
  await server.close()
  expect(await answerMessage).toEqual([QUEUED_REQUESTS])
})

it('a socket that drains still answers, each time as the last of its connection', async () => {
  const server = await listen(() => new Response('done'), LOOPBACK)
  const agent = new http.Agent({ keepAlive: true })
  const askQuick = () => ask(agent, `http://127.0.0.1:${server.port}/quick`)
  expect(await askQuick()).toEqual({ outcome: 200, connection: 'keep-alive' })
  const closePromise = server.close(DRAIN_S * 1000)
  for (let count = 0; count < 2; count += 1) expect(await askQuick()).toEqual({ outcome: 200, connection: 'close' })
  await closePromise
})

it('a drain lasts 1 s where DRAIN_S is less or not set', () => {
  const drainMsOf = (value: string) => readConfig({ DRAIN_S: value }).drainMs
  expect(['', '0', '0.5', '1.5', '30'].map(drainMsOf)).toEqual([1000, 1000, 1000, 1500, 30_000])
})

it('a server that is stopped under load reports it to the load balancer, and cuts no request', async () => {
  await ensureBuilt()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-drain-'))
  const server = await startServerProcess(SERVER_MAIN, { DATA_DIR: dataDir, DRAIN_S: String(DRAIN_S) })
  const agent = new http.Agent({ keepAlive: true, maxSockets: READERS })
  const outcomes: (number | 'refused' | 'cut')[] = []
  const readerStop = new AbortController()
  const readers = Array.from({ length: READERS }, async () => {
    while (!readerStop.signal.aborted) outcomes.push((await ask(agent, `${server.origin}/sitemap.xml`)).outcome)
  })
  await expect.poll(() => outcomes.length).toBeGreaterThan(READERS)
  const fetchReadyStatus = async () => (await ask(agent, `${server.origin}/readyz`)).outcome
  expect(await fetchReadyStatus()).toBe(200)
  const serverEnd = server.end('SIGTERM')
  await expect.poll(fetchReadyStatus).toBe(503)
  readerStop.abort()
  await Promise.all(readers)
  await serverEnd
  expect(new Set(outcomes)).toEqual(new Set([200]))
  await rm(dataDir, { recursive: true, force: true })
})
