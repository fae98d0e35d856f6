import { once } from 'node:events'
import { connect } from 'node:net'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { receiveBytes } from '#server/http/read-form.ts'
import { presignUpload } from '#shared/api/files.ts'
import { MAX_UPLOAD_BYTES, MIN_UPLOAD_BYTES_PER_CHECK, UPLOAD_CHECK_MS } from '#shared/domain/media-limits.ts'
import { overNetwork } from '../fixtures/server/built-server-process.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { createVisitor } from './client.ts'

const PHONE_BYTES_PER_S = 30_000
let targetPath: string
beforeEach(() => {
  targetPath = path.join(tmpdir(), `kinora-slow-${randomUUID()}`)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(targetPath, { force: true })
})

/** A body that the client sends slowly: `rounds` times it sends `bytes` bytes and waits `pauseMs`. */
async function* bodyOf(bytes: number, pauseMs: number, rounds: number): AsyncGenerator<Uint8Array> {
  for (let round = 0; round < rounds; round += 1) {
    yield new Uint8Array(bytes)
    vi.advanceTimersByTime(pauseMs)
  }
}

async function* silentBody(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1)
  setTimeout(() => vi.advanceTimersByTime(UPLOAD_CHECK_MS), 0)
  await new Promise<never>(() => undefined)
}

it('a silent body ends at the next check', async () => {
  expect(await receiveBytes(silentBody(), targetPath, MAX_UPLOAD_BYTES)).toMatchObject({ size: 1, isTooSlow: true })
})

it('a body of single bytes ends at the next check', async () => {
  const result = await receiveBytes(bodyOf(1, UPLOAD_CHECK_MS / 4, 100), targetPath, MAX_UPLOAD_BYTES)
  expect(result).toMatchObject({ isTooSlow: true })
  expect(result.size).toBeLessThan(10)
})

it('a slow phone is received to the end', async () => {
  const rounds = 40
  const result = await receiveBytes(bodyOf(PHONE_BYTES_PER_S, 1000, rounds), targetPath, MAX_UPLOAD_BYTES)
  expect(result).toMatchObject({ size: PHONE_BYTES_PER_S * rounds, isTooSlow: false })
  expect(PHONE_BYTES_PER_S * UPLOAD_CHECK_MS).toBeGreaterThan(1000 * MIN_UPLOAD_BYTES_PER_CHECK)
})

it('a silent connection is answered 408 and closed', async () => {
  vi.useRealTimers()
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const visitor = await createVisitor(overNetwork(server))
  const { presignedUrl } = await visitor.get(presignUpload, { filename: 'photo.jpg', contentType: 'image/jpeg', size: MAX_UPLOAD_BYTES })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { hostname, port, host } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.on('data', (data) => (answer += data.toString('latin1')))
  const closeEvent = once(socket, 'close')
  const headers = [`Host: ${host}`, `Origin: ${server.origin}`, 'Content-Type: image/jpeg', `Content-Length: ${MAX_UPLOAD_BYTES}`]
  socket.write([`PUT ${presignedUrl} HTTP/1.1`, ...headers, '', 'x'].join('\r\n'))
  await expect
    .poll(() => {
      vi.advanceTimersByTime(UPLOAD_CHECK_MS)
      return answer
    })
    .toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\nconnection: close\r\n/i)
  await closeEvent
})
