import { expect, test } from '@playwright/test'
import { makeEmptyFile, makeTextNamedJpg, makeTruncatedJpeg } from '../fixtures/photos/make-photo.ts'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'
import { expectBalance, studio } from './studio.ts'

const BAD_FILES = [
  { name: 'a text file renamed to .jpg', makes: async () => makeTextNamedJpg(), says: /not a picture|JPEG, PNG or WebP/i },
  { name: 'a truncated JPEG', makes: makeTruncatedJpeg, says: /part of this picture is missing/i },
  { name: 'a file of 0 bytes', makes: async () => makeEmptyFile(), says: /empty/i },
]

let server: TestServer

test.beforeAll(async () => {
  server = await startTestServer()
})

test.afterAll(async () => {
  await server.close()
})

for (const { name, makes, says } of BAD_FILES) {
  test(`${name} gets a clear sentence, nothing is uploaded and nothing is held`, async ({ page }) => {
    const { open, drop, refusal, generate } = studio(page)
    await open(server.origin)
    await expectBalance(page, 100)
    await drop({ name: 'photo.jpg', bytes: await makes() })
    await expect(refusal).toContainText(says)
    await expect(refusal).toContainText(/nothing was uploaded|nothing was charged/i)
    await expect(generate).toBeDisabled()
    expect(server.requests.filter(({ path }) => path.includes('/file/') || path.includes('/gen/'))).toEqual([])
    await expectBalance(page, 100)
  })
}
