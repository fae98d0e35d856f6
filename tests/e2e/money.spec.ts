import { expect, test } from './support/test.ts'
import { createApiClient } from '#shared/api/client.ts'
import { presignUpload } from '#shared/api/files.ts'
import { generateCustom } from '#shared/api/generation.ts'
import { SIGNATURE_KEY } from '#shared/api/common-params.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { expectBalance, studio, userToken } from './support/studio.ts'

test('with too few points the button shows the missing number and links to more, and the server refuses all the same', async ({
  page,
  context,
  server,
}) => {
  server.config.welcomePointsVisitor = 60
  const { open, drop, generateButton } = studio(page)
  await open(server.origin)
  await expectBalance(page, 60)
  const photo = await makePhoto({ width: 1200, height: 900 })
  await drop({ name: 'photo.jpg', bytes: photo })
  await expect(generateButton).toBeEnabled()
  await page.getByRole('radio', { name: '2', exact: true }).check()
  await page.getByRole('button', { name: 'Buy points · 40 needed' }).click()
  await expect(page.getByRole('dialog', { name: 'Buy points' })).toContainText('You need 40 more points')
  await page.keyboard.press('Escape')

  const callerParams = {
    deviceSize: '',
    language: 'en',
    userToken: await userToken(context),
    appInstanceId: '',
    appVersion: '',
    appPackage: '',
    businessUserId: '',
  }
  const originHeader = { origin: server.origin }
  const client = createApiClient({
    fetch: (path, init) =>
      fetch(new URL(path as string, server.origin), {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), ...originHeader },
      }),
    nowMs: Date.now,
    signKey: SIGNATURE_KEY,
    readCallerParams: async () => callerParams,
  })
  const presignResult = await client.call(presignUpload, { filename: 'photo.jpg', contentType: 'image/jpeg', size: photo.byteLength })
  if (!presignResult.ok) throw new Error(presignResult.error.code)
  const { presignedUrl, fileUrl } = presignResult.value
  const uploadResponse = await fetch(new URL(presignedUrl, server.origin), {
    method: 'PUT',
    body: new Uint8Array(photo),
    headers: { 'content-type': 'image/jpeg', ...originHeader },
  })
  expect(uploadResponse.status).toBe(200)
  const input = {
    modelName: 'kinora-motion-1',
    prompt: '',
    images: [fileUrl],
    duration: '6s',
    resolution: '720p',
    videoNum: 2,
    extParams: { imageFidelity: 0.5 },
  } as const
  const refusal = await client.call(generateCustom, { ...input, images: [fileUrl] }, { idempotencyKey: crypto.randomUUID() })
  expect(refusal).toMatchObject({ ok: false, error: { code: 'H4044' } })
  await page.reload()
  await expectBalance(page, 60)
})
