import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EngineFailure } from '#server/motion/engine.ts'
import { downloadFile } from '#server/motion/engines/remote/download-file.ts'
import { RemoteError } from '#server/motion/engines/remote/call-remote.ts'
import { SYSTEM_NETWORK } from '#server/net/open-public.ts'
import { type HttpStub, type StubAnswer, startHttpStub } from '../../fixtures/engines/http-stub.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../../fixtures/engines/test-certificate.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const MAX_BYTES = 1000
const LIMIT_MS = 2000

let stub: HttpStub
let stubAnswer: StubAnswer
let folder: string
let filePath: string
beforeEach(async () => {
  stub = await startHttpStub(() => stubAnswer)
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-download-'))
  filePath = path.join(folder, 'file')
})
afterEach(async () => {
  await stub.close()
  await rm(folder, { recursive: true, force: true })
})

const download = (targetPath = filePath, signal = neverAborted()) =>
  downloadFile({ url: `${stub.origin}/file`, isTrusted: true }, targetPath, {
    network: SYSTEM_NETWORK,
    signal,
    maxBytes: MAX_BYTES,
    limitMs: LIMIT_MS,
  })
/** An answer without Content-Length, so that only the count of its bytes shows its size. */
const chunkedAnswer = (count: number) => ({ bytes: Buffer.alloc(count, 7), headers: { 'transfer-encoding': 'chunked' } })

it('accepts a file of the largest size, and not one byte more, whatever its Content-Length says', async () => {
  stubAnswer = chunkedAnswer(MAX_BYTES)
  await download()
  expect((await readFile(filePath)).byteLength).toBe(MAX_BYTES)
  stubAnswer = chunkedAnswer(MAX_BYTES + 1)
  await expect(download()).rejects.toThrow(EngineFailure)
})

it('separates temporary from permanent failures', async () => {
  for (const status of [429, 500, 503]) {
    stubAnswer = { status }
    await expect(download()).rejects.toThrow(RemoteError)
  }
  stubAnswer = 'drop'
  await expect(download()).rejects.toThrow(RemoteError)
  for (const status of [204, 302, 403, 404]) {
    stubAnswer = { status }
    await expect(download()).rejects.toThrow(EngineFailure)
  }
})

it('reports a full disk and an abort to the caller', async () => {
  stubAnswer = chunkedAnswer(10)
  await expect(download(path.join(folder, 'file', 'in', 'no-folder'))).rejects.toThrow(/ENOENT/)
  await expect(download(filePath, AbortSignal.abort(new Error('stopping')))).rejects.toThrow(/stopping|aborted/)
})

it('does not wait for ever for a file that arrives one byte at a time', async () => {
  const server = createServer((_incoming, outgoing) => {
    const dripTimer = setInterval(() => outgoing.write('x'), 20)
    outgoing.once('close', () => clearInterval(dripTimer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { signal } = new AbortController()
  const slowDownload = downloadFile({ url, isTrusted: true }, filePath, {
    network: SYSTEM_NETWORK,
    signal,
    maxBytes: MAX_BYTES,
    limitMs: 200,
  })
  await expect(slowDownload).rejects.toThrow(RemoteError)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('accepts bytes inside an answer, up to the same size', async () => {
  const save = (count: number) =>
    downloadFile({ bytes: Buffer.alloc(count, 7) }, filePath, {
      network: SYSTEM_NETWORK,
      signal: neverAborted(),
      maxBytes: MAX_BYTES,
      limitMs: LIMIT_MS,
    })
  await save(MAX_BYTES)
  expect((await readFile(filePath)).byteLength).toBe(MAX_BYTES)
  await expect(save(MAX_BYTES + 1)).rejects.toThrow(EngineFailure)
})

describe('an address that needs a key', () => {
  const HOST = 'files.provider.test'
  const headers = { 'x-key': 'secret' }
  const receivedRequests: { readonly host: string | undefined; readonly key: unknown }[] = []
  const otherServer = createSecureServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
    receivedRequests.push({ host: request.headers.host, key: request.headers['x-key'] })
    if (request.url === '/again') response.writeHead(302, { location: '/file' }).end()
    else response.end('file')
  })
  let otherOrigin: string
  beforeEach(async () => {
    receivedRequests.length = 0
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve))
    otherOrigin = `https://${HOST}:${(otherServer.address() as AddressInfo).port}`
  })
  afterEach(() => new Promise<void>((resolve) => void otherServer.close(() => resolve())))

  const follow = (location: string, fileFields: object = { headers }) => {
    stubAnswer = { status: 302, headers: { location } }
    const network = { resolve: async () => [{ address: '127.0.0.1', family: 4 }], isPublic: () => true, ca: TEST_CERTIFICATE }
    const file = { url: `${stub.origin}/file`, isTrusted: true, ...fileFields }
    return downloadFile(file, filePath, { network, signal: neverAborted(), maxBytes: MAX_BYTES, limitMs: LIMIT_MS })
  }

  it('sends it to its own origin, and to no other one that it leads to', async () => {
    await follow(`${otherOrigin}/file`)
    expect((await readFile(filePath)).toString()).toBe('file')
    expect(stub.requests.map(({ headers: sent }) => sent['x-key'])).toEqual(['secret'])
    expect(receivedRequests).toEqual([{ host: otherOrigin.replace('https://', ''), key: undefined }])
  })

  it('rejects redirects to inner addresses, from other hosts, and in a circle', async () => {
    await expect(follow('http://127.0.0.1:1/file')).rejects.toThrow(EngineFailure)
    await expect(follow(`${otherOrigin}/again`)).rejects.toThrow(EngineFailure)
    const countBefore = stub.requests.length
    await expect(follow('/file')).rejects.toThrow(EngineFailure)
    expect(stub.requests.length - countBefore).toBe(4)
  })

  it('is followed in public addresses alone', async () => {
    await expect(follow(`${otherOrigin}/file`, {})).rejects.toThrow(EngineFailure)
    expect(receivedRequests).toEqual([])
  })
})
