import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presignUpload } from '#shared/api/files.ts'
import { UPLOAD_TYPES } from '#shared/domain/media-limits.ts'
import { colourDistance } from '../fixtures/photos/colour-distance.ts'
import { ODD_FILES } from '../fixtures/photos/odd-files.ts'
import { makeTurned } from '../fixtures/photos/turned-picture.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createVisitor } from './client.ts'

const SIZE = { width: 640, height: 400 }

let server: TestServer
let visitor: TestClient
beforeAll(async () => {
  server = await startTestServer({ listen: false })
  visitor = await createVisitor(server)
})
afterAll(() => server.close())

/** Uploads a file. Returns the stored picture, or the answer if the upload is refused. */
async function storePicture(file: Buffer, kind: string) {
  const contentType = UPLOAD_TYPES.find((type) => kind.toUpperCase().includes(type.slice('image/'.length).toUpperCase()))!
  const permit = await visitor.get(presignUpload, { filename: 'a', contentType, size: file.byteLength })
  const headers = { 'content-type': contentType }
  const answer = await visitor.request(permit.presignedUrl, { method: 'PUT', headers, body: new Uint8Array(file) })
  if (answer.status !== 200) return { status: answer.status, body: await answer.json() }
  const fileResponse = await visitor.request(permit.fileUrl, { headers: { 'x-user-token': visitor.token } })
  return Buffer.from(await fileResponse.arrayBuffer())
}

const pixelsOf = async (file: Buffer) => new Uint8ClampedArray(await sharp(file).flatten().ensureAlpha().raw().toBuffer())

async function expectNear(storedPicture: Awaited<ReturnType<typeof storePicture>>, control: Buffer): Promise<void> {
  if (!Buffer.isBuffer(storedPicture)) throw new Error(`refused with ${storedPicture.status}`)
  const { width, height, orientation = 1 } = await sharp(storedPicture).metadata()
  expect({ width, height, orientation }).toEqual({ ...SIZE, orientation: 1 })
  const { median, most } = colourDistance(await pixelsOf(storedPicture), await pixelsOf(control))
  expect(median).toBeLessThan(2)
  expect(most).toBeLessThan(6)
}

describe('an uploaded odd file is refused as on the page, or stored like its undamaged control', () => {
  const uploadableFiles = ODD_FILES.filter(({ kind }) => /JPEG|PNG|WebP/.test(kind))
  it.each(uploadableFiles.map((file) => [file.name, file.verdict, file] as const))(
    '%s: %s',
    async (_name, verdict, { kind, make, control }) => {
      const storedPicture = await storePicture(await make(), kind)
      if (verdict === 'taken') await expectNear(storedPicture, await control())
      else expect(storedPicture).toMatchObject({ status: 415, body: { statusCode: 'H3000', fields: ['file'] } })
    },
  )
})

let uprightPicture: Buffer | undefined

describe.each(['JPEG', 'PNG', 'lossy WebP'] as const)('a turned %s is stored upright', (type) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('from orientation %i', async (orientation) => {
    uprightPicture ??= await makeTurned('PNG', 1)
    await expectNear(await storePicture(await makeTurned(type, orientation), type), uprightPicture)
  })
})
