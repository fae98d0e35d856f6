import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stripMetadata } from '#server/pictures/receive-picture.ts'
import { presignUpload } from '#shared/api/files.ts'
import { UPLOAD_TYPES } from '#shared/domain/media-limits.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createVisitor, sha256Of } from './client.ts'

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>48,12N</exif:GPSLatitude></x:xmpmeta>'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false })
})
afterAll(() => server.close())

/** Makes a picture in a wide colour space with a GPS location, and with more bytes after its end. */
async function makeTaggedPhoto(type: (typeof UPLOAD_TYPES)[number], isTurned = false): Promise<Buffer> {
  const noiseImage = sharp({
    create: { width: 480, height: 360, channels: 3, background: '#345', noise: { type: 'gaussian', mean: 120, sigma: 40 } },
  })
  const taggedImage = noiseImage
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Camera of Ann' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1' } })
    .withXmp(XMP)
  const imageToEncode = isTurned ? taggedImage.withMetadata({ orientation: 6 }) : taggedImage
  const encoders = {
    'image/jpeg': () => imageToEncode.jpeg({ progressive: true }),
    'image/png': () => imageToEncode.png(),
    'image/webp': () => imageToEncode.webp(),
  }
  const bytes = await encoders[type]().toBuffer()
  return type === 'image/webp' ? bytes : Buffer.concat([bytes, Buffer.from('Camera of Ann, behind the end')])
}

const HIDDEN_DATA = /Camera of Ann|GPSLatitude|xmpmeta|eXIf|EXIF|Exif/
const readPixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe.each(UPLOAD_TYPES)('a picture of %s that is sent straight to the server', (type) => {
  it('is stored without the camera’s metadata, with its pixels and colours unchanged, under the hash of the sent bytes', async () => {
    const bytes = await makeTaggedPhoto(type)
    expect(bytes.toString('latin1')).toMatch(HIDDEN_DATA)
    const visitor = await createVisitor(server)
    const request = { filename: 'a', contentType: type, size: bytes.byteLength, sha256: sha256Of(bytes) }
    const permit = await visitor.get(presignUpload, request)
    const putPicture = () =>
      visitor.request(permit.presignedUrl, { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(bytes) })
    expect([(await putPicture()).status, (await putPicture()).status]).toEqual([200, 200])
    const answer = await visitor.request(permit.fileUrl, { headers: { 'x-user-token': visitor.token } })
    const storedBytes = Buffer.from(await answer.arrayBuffer())
    expect(storedBytes.toString('latin1')).not.toMatch(HIDDEN_DATA)
    const metadataBefore = await sharp(bytes).metadata()
    expect(await sharp(storedBytes).metadata()).toMatchObject({
      width: 480,
      height: 360,
      icc: metadataBefore.icc,
      space: metadataBefore.space,
    })
    expect((await readPixels(storedBytes)).equals(await readPixels(bytes))).toBe(true)
    expect(await visitor.get(presignUpload, request)).toMatchObject({ exists: true, fileUrl: permit.fileUrl })
  })

  it('is unchanged where nothing is hidden in it', async () => {
    const strippedPicture = stripMetadata(await makeTaggedPhoto(type), type)
    expect(stripMetadata(strippedPicture, type).equals(strippedPicture)).toBe(true)
  })
})

it('a photo that is turned when it is stored loses its hidden data, too', async () => {
  const bytes = await makeTaggedPhoto('image/jpeg', true)
  const visitor = await createVisitor(server)
  const permit = await visitor.get(presignUpload, { filename: 'a.jpg', contentType: 'image/jpeg', size: bytes.byteLength })
  await visitor.request(permit.presignedUrl, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(bytes) })
  const name = path.basename(permit.fileUrl)
  const storedBytes = await readFile(path.join(server.dataDir, 'media', name.slice(0, 2), name))
  expect(await sharp(storedBytes).metadata()).toMatchObject({ width: 360, height: 480 })
  expect(storedBytes.toString('latin1')).not.toMatch(HIDDEN_DATA)
})
