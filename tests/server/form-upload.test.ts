import { readdir } from 'node:fs/promises'
import net from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { media } from '#server/database/schema.ts'
import { callPath } from '#shared/api/define-call.ts'
import { presignGet, presignUpload, uploadFile } from '#shared/api/files.ts'
import { generateCustom } from '#shared/api/generation.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOADS_PER_HOUR } from '#shared/domain/media-limits.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createTestClient, createVisitor, customInput, ORIGIN, sha256Of, smallPhoto, upload } from './client.ts'

let server: TestServer
let visitor: TestClient
let photo: Buffer
beforeAll(async () => {
  server = await startTestServer({ config: { signMode: 'off', origins: [ORIGIN] } })
  visitor = await createVisitor(server)
  photo = await smallPhoto()
})
afterAll(() => server.close())

const fileOf = (bytes: Uint8Array, name = 'photo.jpg', type = 'image/jpeg') => new File([new Uint8Array(bytes)], name, { type })
const send = (client: TestClient, file: File) => client.get(uploadFile, { file })
const fetchFile = async (url: string) => visitor.request(url, { headers: { 'x-user-token': visitor.token } })
const listIncoming = () => readdir(`${server.dataDir}/media/incoming`)

/** Posts a form whose body the test has written by hand. */
async function post(body: string | Buffer, contentType = 'multipart/form-data; boundary=x', client = visitor) {
  const headers = { 'content-type': contentType, 'x-user-token': client.token }
  const response = await client.request(callPath(uploadFile), { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) })
  return { status: response.status, body: (await response.json()) as { statusCode: string; statusMessage: string; fields: string[] } }
}

const formPart = (header: string, content: string | Buffer, end = '\r\n--x--\r\n') =>
  Buffer.concat([Buffer.from(`--x\r\nContent-Disposition: form-data; ${header}\r\n\r\n`), Buffer.from(content), Buffer.from(end)])
const FILE_HEADER = 'name="file"; filename="a.jpg"'

describe('a file in a form', () => {
  it('is stored byte by byte and can be used', async () => {
    const { fileUrl } = await send(visitor, fileOf(photo))
    const storedFile = await fetchFile(fileUrl)
    expect(storedFile.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await storedFile.arrayBuffer()).equals(photo)).toBe(true)
    expect(await visitor.get(generateCustom, customInput(fileUrl), { idempotencyKey: 'form-upload-1' })).toHaveProperty('batchId')
    expect(await listIncoming()).toEqual([])
  })

  it('has the same address when the same bytes are sent again, in parallel or in another way, but never across owners', async () => {
    const bytes = await makePhoto({ width: 400, height: 300, seed: 21 })
    const answers = await Promise.all([send(visitor, fileOf(bytes)), send(visitor, fileOf(bytes, 'other.jpg'))])
    const [{ fileUrl }] = answers
    expect(answers[1]).toEqual({ fileUrl })
    expect(await visitor.get(presignUpload, { filename: 'a.jpg', sha256: sha256Of(bytes) })).toMatchObject({ exists: true, fileUrl })
    const putUrl = await upload(visitor, await makePhoto({ width: 400, height: 300, seed: 22 }))
    expect(await send(visitor, fileOf(await makePhoto({ width: 400, height: 300, seed: 22 })))).toEqual({ fileUrl: putUrl })
    expect(await send(await createVisitor(server), fileOf(bytes))).not.toEqual({ fileUrl })
  })

  it('is recognised by its name when it has no type', async () => {
    expect((await send(visitor, fileOf(photo, 'photo.JPEG', ''))).fileUrl).toMatch(/\.jpg$/)
    expect(await visitor.refusal(uploadFile, { file: fileOf(photo, 'photo', '') })).toEqual({ code: 'H3000', fields: ['file'] })
  })

  it('is refused when it is no picture of its type or too large, and leaves nothing', async () => {
    const largePhoto = Buffer.concat([photo, Buffer.alloc(MAX_UPLOAD_BYTES)])
    for (const [file, status] of [
      [fileOf(Buffer.from('only a text')), 415],
      [fileOf(photo, 'a.png', 'image/png'), 415],
      [fileOf(photo, 'a.svg', 'image/svg+xml'), 415],
      [fileOf(photo.subarray(0, photo.byteLength / 2)), 415],
      [fileOf(largePhoto), 413],
    ] as const) {
      expect(await visitor.refusal(uploadFile, { file })).toEqual({ code: 'H3000', fields: ['file'] })
      expect(visitor.status()).toBe(status)
    }
    expect(await listIncoming()).toEqual([])
  })

  it('must be a file in the part of that name', async () => {
    const missingError = { statusCode: 'H3001', statusMessage: 'No file found in FormData', fields: ['file'] }
    for (const [body, type] of [
      [formPart('name="other"; filename="a.jpg"', photo)],
      ['--x--\r\n'],
      [''],
      [Buffer.alloc(200_000, 'a')],
      [photo, 'image/jpeg'],
      [formPart(FILE_HEADER, photo), 'multipart/form-data'],
      [Buffer.concat([...Array.from({ length: 100 }, () => formPart('name="other"', 'a', '\r\n')), formPart(FILE_HEADER, photo)])],
    ] as const) {
      expect(await post(body, type)).toMatchObject({ status: 422, body: missingError })
    }
    const textError = { statusCode: 'H3000', statusMessage: 'Invalid file type, expected File object', fields: ['file'] }
    expect(await post(formPart('name="file"', 'https://example.org/a.jpg'))).toMatchObject({ status: 422, body: textError })
  })

  it('may follow other parts, but its form must be complete', async () => {
    const formWithNote = Buffer.concat([formPart('name="note"', 'hello', '\r\n'), formPart(FILE_HEADER, photo)])
    expect((await post(formWithNote)).status).toBe(200)
    const photoWithTail = Buffer.concat([photo, Buffer.alloc(200)])
    expect((await post(formPart(FILE_HEADER, photoWithTail))).status).toBe(200)
    expect((await post(formPart(FILE_HEADER, photoWithTail, ''))).status).toBe(415)
  })

  it('needs a known visitor, and counts as an upload permit', async () => {
    expect(await createTestClient(server).refusal(uploadFile, { file: fileOf(photo) })).toEqual({ code: 'H3009' })
    const eagerVisitor = await createVisitor(server)
    for (let count = 1; count < MAX_UPLOADS_PER_HOUR; count++) await eagerVisitor.get(presignUpload, { filename: 'a.jpg' })
    const answers = await Promise.all([1, 2].map(() => eagerVisitor.call(uploadFile, { file: fileOf(photo) })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'H4022', retry: 'later' } })
  })
})

describe('the address of a file', () => {
  it('is returned to its owner by the name, and to nobody else', async () => {
    const fileUrl = await upload(visitor)
    const filename = fileUrl.slice('/media/'.length)
    expect(await visitor.get(presignGet, { filename })).toEqual({ presignedUrl: fileUrl })
    const stranger = await createVisitor(server)
    expect(await stranger.refusal(presignGet, { filename })).toEqual({ code: 'H4001' })
    const { fileUrl: unfinishedUrl } = await visitor.get(presignUpload, { filename: 'a.jpg' })
    for (const otherName of [unfinishedUrl.slice('/media/'.length), fileUrl, `../${filename}`, 'a.jpg']) {
      expect(await visitor.refusal(presignGet, { filename: otherName }), otherName).toEqual({ code: 'H4001' })
    }
    expect(await createTestClient(server).refusal(presignGet, { filename })).toEqual({ code: 'H3009' })
    expect(await visitor.refusal(presignGet, { filename: 'a\0' })).toEqual({ code: 'H3000', fields: ['filename'] })
  })
})

describe('a connection that breaks half-way', () => {
  const port = () => Number(new URL(server.origin).port)

  /** Sends a head and half of the body on a socket of its own, and cuts the socket once the server has begun to write the file. */
  async function sendAndCut(head: readonly string[], body: Buffer): Promise<void> {
    const socket = net.connect(port(), '127.0.0.1')
    const commonHeaders = [`Host: localhost:${port()}`, `Origin: ${ORIGIN}`, `x-user-token: ${visitor.token}`]
    socket.write([head[0], ...commonHeaders, ...head.slice(1), `Content-Length: ${body.byteLength}`, '', ''].join('\r\n'))
    socket.write(body.subarray(0, body.byteLength / 2))
    await expect.poll(listIncoming).toHaveLength(1)
    socket.destroy()
    await expect.poll(listIncoming).toEqual([])
  }

  it('leaves nothing of a PUT, and the same permit works afterwards', async () => {
    const { presignedUrl, fileUrl } = await visitor.get(presignUpload, { filename: 'a.jpg', size: photo.byteLength })
    await sendAndCut([`PUT ${presignedUrl} HTTP/1.1`, 'Content-Type: image/jpeg'], photo)
    const [row] = await server.database.db
      .select()
      .from(media)
      .where(eq(media.name, fileUrl.slice('/media/'.length)))
    expect(row).toMatchObject({ state: 'pending', sha256: null })
    expect((await fetchFile(fileUrl)).status).toBe(404)
    const headers = { 'content-type': 'image/jpeg', origin: ORIGIN }
    const secondResponse = await fetch(server.origin + presignedUrl, { method: 'PUT', headers, body: new Uint8Array(photo) })
    expect(secondResponse.status).toBe(200)
    expect(Buffer.from(await (await fetchFile(fileUrl)).arrayBuffer()).equals(photo)).toBe(true)
  })

  it('leaves nothing of a form', async () => {
    const bytes = await makePhoto({ width: 400, height: 300, seed: 23 })
    const head = [`POST ${callPath(uploadFile)} HTTP/1.1`, 'Content-Type: multipart/form-data; boundary=x']
    await sendAndCut(head, formPart(FILE_HEADER, bytes))
    expect((await visitor.get(presignUpload, { filename: 'a.jpg', sha256: sha256Of(bytes) })).exists).toBe(false)
    expect((await send(visitor, fileOf(bytes))).fileUrl).toMatch(/\.jpg$/)
  })
})
