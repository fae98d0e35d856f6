import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { rateLimit } from '#server/database/account-schema.ts'
import { presignUpload } from '#shared/api/files.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createVisitor, smallPhoto } from './client.ts'

let server: TestServer
let visitor: TestClient
let photo: Buffer
beforeAll(async () => {
  server = await startTestServer({ listen: false })
  visitor = await createVisitor(server)
  photo = await smallPhoto()
})
afterAll(() => server.close())

async function permit() {
  const { presignedUrl, fileUrl } = await visitor.get(presignUpload, { filename: 'photo.jpg', contentType: 'image/jpeg' })
  const name = fileUrl.split('/').at(-1) ?? ''
  return {
    put: async (bytes: Buffer) => {
      const init = { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(bytes) }
      return (await visitor.request(presignedUrl, init)).status
    },
    checks: async () => {
      const rows = await server.database.db.select().from(rateLimit)
      return rows.find(({ key }) => key.startsWith('checks-permit') && key.endsWith(name))?.count
    },
  }
}

it('a picture that is sent many times with one permit is decoded once', async () => {
  const { put, checks } = await permit()
  expect(await Promise.all(Array.from({ length: 5 }, () => put(photo)))).toEqual([200, 200, 200, 200, 200])
  expect([await put(photo), await put(await makePhoto({ width: 480, height: 320 }))]).toEqual([200, 403])
  expect(await checks()).toBe(1)
})

it('a permit decodes a limited number of invalid pictures', async () => {
  const { put, checks } = await permit()
  const broken = photo.subarray(0, photo.byteLength / 2)
  for (let tries = 0; tries < LIMITS.checksByPermit.max; tries += 1) expect(await put(broken)).toBe(415)
  expect(await put(broken)).toBe(429)
  expect(await checks()).toBe(LIMITS.checksByPermit.max)
})
