import { expect, test } from '@playwright/test'
import type { TestServer } from '../fixtures/start-test-server.ts'
import { startTestServer } from '../fixtures/start-test-server.ts'

interface Manifest {
  readonly id: string
  readonly start_url: string
  readonly scope: string
  readonly icons: readonly { readonly src: string; readonly purpose: string }[]
  readonly screenshots: readonly { readonly src: string; readonly form_factor: string }[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly { readonly src: string }[] }[]
  readonly launch_handler: { readonly client_mode: readonly string[] }
  readonly share_target: { readonly action: string; readonly method: string; readonly params: { readonly files: readonly unknown[] } }
  readonly file_handlers: readonly { readonly action: string }[]
}

let server: TestServer

test.beforeAll(async () => {
  server = await startTestServer()
})

test.afterAll(async () => {
  await server.close()
})

test('the browser finds nothing that is in the way of installing the app, and all that its manifest names is there', async ({
  page,
  context,
}) => {
  await page.goto(`${server.origin}/home`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const session = await context.newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  // Test pages have no profile of their own, which is the one thing that may be in the way.
  await expect
    .poll(async () => {
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
      return installabilityErrors.map(({ errorId }) => errorId)
    })
    .toEqual(['in-incognito'])

  const manifest = JSON.parse(data ?? '') as Manifest
  expect([manifest.id, manifest.start_url, manifest.scope]).toEqual(['/', '/home', '/'])
  expect(manifest.icons.map(({ purpose }) => purpose).toSorted()).toEqual(['any', 'any', 'maskable'])
  expect(manifest.screenshots.map(({ form_factor: shape }) => shape).toSorted()).toEqual(['narrow', 'wide'])
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['New video', 'Start and end', 'My creations'])
  expect(manifest.launch_handler.client_mode[0]).toBe('focus-existing')
  expect([manifest.share_target.action, manifest.share_target.method]).toEqual(['/share', 'POST'])
  const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)].map(({ src }) => src)
  const screens = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url), ...manifest.file_handlers.map(({ action }) => action)]
  for (const path of new Set([...pictures, ...screens])) expect((await context.request.get(server.origin + path)).status(), path).toBe(200)
})
