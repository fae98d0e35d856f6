import type { SharedServer } from '../fixtures/server/shared-server.ts'
import { expect, test } from './support/test.ts'
import { heif } from '../unit/image/picture-bytes.ts'
import { makeTruncatedJpeg } from '../fixtures/photos/make-photo.ts'
import { expectBalance, studio } from './support/studio.ts'

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

test('a truncated JPEG gets a clear sentence, nothing is uploaded and the form has no picture', { tag: '@long' }, async ({ page }) => {
  const { open, drop, refusal, generateButton } = studio(page)
  await open(server.origin)
  await expectBalance(page, 100)
  await drop({ name: 'photo.jpg', bytes: await makeTruncatedJpeg() })
  await expect(refusal).toContainText(/this photo's file is incomplete/i)
  await expect(refusal).toContainText(/wasn't uploaded/i)
  await expect(generateButton).toBeDisabled()
  expect(server.requests.filter(({ path }) => path.includes('/file/') || path.includes('/gen/'))).toEqual([])
  await expectBalance(page, 100)
})

test('a HEIC that this browser cannot open is refused with advice, and without an upload', async ({ page }) => {
  const { open, drop, refusal, generateButton } = studio(page)
  await open(server.origin)
  await drop({ name: 'IMG_0042.HEIC', bytes: Buffer.from(heif('heic', [4032, 3024])) })
  await expect(refusal).toContainText("Your browser can't open HEIC photos, so this one wasn't uploaded.")
  await expect(refusal).toContainText('Save it as a JPEG')
  await expect(generateButton).toBeDisabled()
  expect(server.requests.filter(({ path }) => path.includes('/file/') || path.includes('/gen/'))).toEqual([])
})
