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

async function createPermit() {
  const { presignedUrl, fileUrl } = await visitor.get(presignUpload, { filename: 'photo.jpg', contentType: 'image/jpeg' })
  const name = fileUrl.split('/').at(-1) ?? ''
  return {
    putPicture: async (bytes: Buffer) => {
      const init = { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(bytes) }
      return (await visitor.request(presignedUrl, init)).status
    },
    countChecks: async () => {
      const rows = await server.database.db.select().from(rateLimit)
      return rows.find(({ key }) => key.startsWith('checks-permit') && key.endsWith(name))?.count
    },
  }
}

it('a picture that is sent many times with one permit is decoded once', async () => {
  const { putPicture, countChecks } = await createPermit()
  expect(await Promise.all(Array.from({ length: 5 }, () => putPicture(photo)))).toEqual([200, 200, 200, 200, 200])
  expect([await putPicture(photo), await putPicture(await makePhoto({ width: 480, height: 320 }))]).toEqual([200, 403])
  expect(await countChecks()).toBe(1)
})

it('a permit decodes a limited number of invalid pictures', async () => {
  const { putPicture, countChecks } = await createPermit()
  const brokenPhoto = photo.subarray(0, photo.byteLength / 2)
  for (let attempt = 0; attempt < LIMITS.checksByPermit.max; attempt += 1) expect(await putPicture(brokenPhoto)).toBe(415)
  expect(await putPicture(brokenPhoto)).toBe(429)
  expect(await countChecks()).toBe(LIMITS.checksByPermit.max)
})
