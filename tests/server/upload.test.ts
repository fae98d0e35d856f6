import { readdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presignUpload } from '#shared/api/files.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOADS_PER_HOUR } from '#shared/domain/media-limits.ts'
import { addressKey } from '#server/addresses/address-key.ts'
import { LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { sharedSecret } from '#server/verbs/secrets.ts'
import { UPLOAD_PERMIT_MS } from '#server/pictures/upload-permit.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createTestClient, createVisitor, sha256Of, smallPhoto, upload } from './client.ts'

const START_MS = Date.now()
let nowMs = START_MS
let server: TestServer
let visitor: TestClient
let photo: Buffer
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs })
  visitor = await createVisitor(server)
  photo = await smallPhoto()
})
afterAll(() => server.close())

const presign = (input = {}) => visitor.get(presignUpload, { filename: 'photo.jpg', ...input })

async function putPicture(url: string, bytes: Uint8Array, contentType = 'image/jpeg') {
  return visitor.request(url, { method: 'PUT', headers: { 'content-type': contentType }, body: new Uint8Array(bytes) })
}

const makePlainPicture = (width: number, height: number, orientation = 1) =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()

const isStored = async (fileUrl: string) => (await visitor.request(fileUrl, { headers: { 'x-user-token': visitor.token } })).status === 200

describe('permission to upload', () => {
  it('is one random stable address and a signed one for a short time', async () => {
    const firstPermit = await presign({ contentType: 'image/png' })
    const secondPermit = await presign({ contentType: 'image/png' })
    expect(firstPermit.fileUrl).toMatch(/^\/media\/[0-9a-f]{32}\.png$/)
    expect(firstPermit.fileUrl).not.toBe(secondPermit.fileUrl)
    expect(firstPermit.expiresAt).toBe(nowMs + UPLOAD_PERMIT_MS)
    expect(firstPermit.exists).toBe(false)
  })

  it('reads the type from the name when none is sent, and refuses other types', async () => {
    expect((await presign({ filename: 'a.WEBP' })).fileUrl).toMatch(/\.webp$/)
    expect(await visitor.refusal(presignUpload, { filename: 'a.svg' })).toEqual({ code: 'H3000', fields: ['filename'] })
    const scriptInput = { filename: 'a.jpg', contentType: 'text/html' }
    expect(await visitor.refusal(presignUpload, scriptInput)).toEqual({ code: 'H3000', fields: ['contentType'] })
    const largeInput = { filename: 'a.jpg', size: MAX_UPLOAD_BYTES + 1 }
    expect(await visitor.refusal(presignUpload, largeInput)).toEqual({ code: 'H3000', fields: ['size'] })
  })

  it('is given a limited number of times an hour, then the answer has the retry time', async () => {
    const eagerVisitor = await createVisitor(server)
    const requestPermit = () => eagerVisitor.call(presignUpload, { filename: 'a.jpg' })
    for (let count = 0; count < MAX_UPLOADS_PER_HOUR; count++) expect((await requestPermit()).ok).toBe(true)
    expect(await requestPermit()).toMatchObject({ ok: false, error: { code: 'H4022', retry: 'later', afterMs: 3_600_000 } })
    expect((await presign()).exists).toBe(false)
    nowMs = START_MS + 3_600_000
    const laterVisitor = createTestClient(server, { token: eagerVisitor.token, nowMs: () => nowMs })
    expect((await laterVisitor.call(presignUpload, { filename: 'a.jpg' })).ok).toBe(true)
    nowMs = START_MS
  })

  it('is given a limited number of times an hour to an address, for any number of visitors', async () => {
    const address = '203.0.113.9'
    const { db } = server.database
    const limitKey = [addressKey(address, await sharedSecret(db))]
    for (let count = 1; count < LIMITS.uploadsByAddress.max; count += 1) await countTry(db, nowMs, LIMITS.uploadsByAddress, limitKey)
    const requestPermit = async () => (await createVisitor(server, { address })).call(presignUpload, { filename: 'a.jpg' })
    expect(await requestPermit()).toMatchObject({ ok: true })
    expect(await requestPermit()).toMatchObject({ ok: false, error: { code: 'H4022', retry: 'later' } })
    expect((await presign()).exists).toBe(false)
  })

  it('needs a known visitor', async () => {
    expect(await createTestClient(server).refusal(presignUpload, { filename: 'a.jpg' })).toEqual({ code: 'H3009' })
  })

  it('reports that bytes are stored already, but only to their owner and only when the server hashed them', async () => {
    const bytes = await makePhoto({ width: 400, height: 300, seed: 5 })
    const sha256 = sha256Of(bytes)
    expect((await presign({ sha256 })).exists).toBe(false)
    const fileUrl = await upload(visitor, bytes)
    expect(await presign({ sha256 })).toMatchObject({ exists: true, fileUrl })
    const stranger = await createVisitor(server)
    expect((await stranger.get(presignUpload, { filename: 'a.jpg', sha256 })).exists).toBe(false)
  })
})

describe('upload', () => {
  it('stores the received bytes', async () => {
    const { presignedUrl, fileUrl } = await presign({ size: photo.byteLength })
    expect(await isStored(fileUrl)).toBe(false)
    expect((await putPicture(presignedUrl, photo)).status).toBe(200)
    const storedResponse = await visitor.request(fileUrl, { headers: { 'x-user-token': visitor.token } })
    expect(Buffer.from(await storedResponse.arrayBuffer()).equals(photo)).toBe(true)
  })

  it('turns a rotated picture upright', async () => {
    const fileUrl = await upload(visitor, await makePhoto({ width: 400, height: 300, orientation: 6 }))
    const storedResponse = await visitor.request(fileUrl, { headers: { 'x-user-token': visitor.token } })
    const { width, height, orientation } = await sharp(Buffer.from(await storedResponse.arrayBuffer())).metadata()
    expect([width, height, orientation ?? 1]).toEqual([400, 300, 1])
  })

  it('refuses a permit that was forged or changed in any part', async () => {
    const { presignedUrl, fileUrl } = await presign({ size: photo.byteLength })
    const otherPermit = await presign()
    const nameOf = (url: string) => url.slice('/media/'.length)
    const forgedUrls = [
      presignedUrl.replace(/signature=../, 'signature=00'),
      presignedUrl.replace(/&signature=.*/, ''),
      presignedUrl.replace(/expires=\d/, 'expires=9'),
      presignedUrl.replace(/size=\d+/, 'size=0'),
      presignedUrl.replace('image%2Fjpeg', 'image%2Fpng'),
      presignedUrl.replace(nameOf(fileUrl), nameOf(otherPermit.fileUrl)),
    ]
    for (const url of forgedUrls) expect((await putPicture(url, photo)).status, url).toBe(403)
    expect(await isStored(fileUrl)).toBe(false)
  })

  it('refuses an expired permit', async () => {
    const { presignedUrl } = await presign()
    nowMs = START_MS + UPLOAD_PERMIT_MS + 1
    expect((await putPicture(presignedUrl, photo)).status).toBe(403)
    nowMs = START_MS
  })

  it('refuses another type than the permitted one, for any bytes', async () => {
    const { presignedUrl } = await presign()
    expect((await putPicture(presignedUrl, photo, 'image/png')).status).toBe(415)
  })

  it('refuses more bytes than were announced or allowed', async () => {
    const announcedPermit = await presign({ size: photo.byteLength - 1 })
    expect((await putPicture(announcedPermit.presignedUrl, photo)).status).toBe(413)
    const openPermit = await presign()
    const largeFile = Buffer.concat([photo, Buffer.alloc(MAX_UPLOAD_BYTES)])
    expect((await putPicture(openPermit.presignedUrl, largeFile)).status).toBe(413)
    expect(await isStored(announcedPermit.fileUrl)).toBe(false)
  })

  it.each([
    ['a text named .jpg', () => Buffer.from('this is no picture at all, only its name says so')],
    ['a picture of another type', async () => sharp(photo).png().toBuffer()],
    ['a truncated picture', () => photo.subarray(0, Math.floor(photo.byteLength * 0.6))],
    ['an empty file', () => Buffer.alloc(0)],
    ['a head without a picture', () => Buffer.concat([photo.subarray(0, 20), Buffer.alloc(5000)])],
    ['more pixels than allowed', () => makePlainPicture(5000, 5000)],
    ['a side too long', () => makePlainPicture(4097, 2000)],
    ['a side too short', () => makePlainPicture(299, 400)],
    ['a stripe', () => makePlainPicture(4000, 300)],
    ['a stripe that its orientation stands up', () => makePlainPicture(300, 4000, 6)],
  ])('refuses %s', async (_, make) => {
    const { presignedUrl, fileUrl } = await presign()
    const response = await putPicture(presignedUrl, await make())
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ statusCode: 'H3000', fields: ['file'] })
    expect(await isStored(fileUrl)).toBe(false)
  })

  it.each([
    [300, 300],
    [300, 750],
    [750, 300],
    [4096, 1638],
    [4096, 4096],
  ])('accepts the prepared size %i x %i, at the edge of the limits', async (width, height) => {
    const bytes = await makePlainPicture(width, height)
    const { presignedUrl } = await presign({ size: bytes.byteLength })
    expect((await putPicture(presignedUrl, bytes)).status).toBe(200)
  })

  it('may be repeated with the same bytes but never with others', async () => {
    const { presignedUrl, fileUrl } = await presign()
    const answers = await Promise.all([putPicture(presignedUrl, photo), putPicture(presignedUrl, photo)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const otherPicture = await makePhoto({ width: 400, height: 300, seed: 9 })
    expect((await putPicture(presignedUrl, otherPicture)).status).toBe(403)
    const storedResponse = await visitor.request(fileUrl, { headers: { 'x-user-token': visitor.token } })
    expect(Buffer.from(await storedResponse.arrayBuffer()).equals(photo)).toBe(true)
  })

  it('of different bytes that come at once stores the first, and refuses the others', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { presignedUrl, fileUrl } = await presign()
      const pictures = [photo, ...(await Promise.all([60, 70].map((quality) => sharp(photo).jpeg({ quality }).toBuffer())))]
      const answers = await Promise.all(pictures.map((picture) => putPicture(presignedUrl, picture)))
      const acceptedIndexes = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
      const storedResponse = await visitor.request(fileUrl, { headers: { 'x-user-token': visitor.token } })
      expect(Buffer.from(await storedResponse.arrayBuffer()).equals(pictures[acceptedIndexes[0]!]!)).toBe(true)
    }
  })

  it('leaves nothing of a refused one', async () => {
    const incomingDir = `${server.dataDir}/media/incoming`
    const { presignedUrl } = await presign()
    expect(await readdir(incomingDir)).toEqual([])
    let namesDuringUpload: string[] = []
    const parts = [photo.subarray(0, photo.byteLength / 2), Buffer.alloc(1000)]
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        namesDuringUpload = await readdir(incomingDir)
        const part = parts.shift()
        if (part === undefined) controller.close()
        else controller.enqueue(new Uint8Array(part))
      },
    })
    const init: RequestInit & { duplex: 'half' } = { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body, duplex: 'half' }
    expect((await visitor.request(presignedUrl, init)).status).toBe(415)
    expect(namesDuringUpload).toHaveLength(1)
    expect(await readdir(incomingDir)).toEqual([])
  })
})

describe('path names', () => {
  it('cannot leave the media folder', async () => {
    const secret = '0'.repeat(32)
    await writeFile(`${server.dataDir}/${secret}.jpg`, 'secret')
    for (const path of [`/media/..%2f${secret}.jpg`, `/media/%2e%2e/${secret}.jpg`, `/media/....//${secret}.jpg`]) {
      const response = await visitor.request(path, { headers: { 'x-user-token': visitor.token } })
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('secret')
    }
  })
})
