import type { SharedServer } from '../fixtures/server/shared-server.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const PUSH_MESSAGE = {
  taskId: '7f3c2b1a-0d9e-4c8b-a7f6-1e2d3c4b5a69',
  status: 'SUCCESS',
  title: 'A background task finished successfully',
  body: 'slow push in',
  path: '/tools/image-to-video-generator/7f3c2b1a-0d9e-4c8b-a7f6-1e2d3c4b5a69',
}

let server: SharedServer

test.beforeEach(({ server: sharedServer }) => {
  server = sharedServer
})

const readNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data: data as unknown }))
  })

interface PushScope {
  checkedPushes: number
  readonly clients: { matchAll(options: object): Promise<unknown> }
  addEventListener(type: 'push', listener: () => void): void
}

/** Counts the pushes that the service worker has handled. The browser counts a push as delivered before the worker receives it. */
async function countPushes(context: BrowserContext): Promise<() => Promise<number>> {
  const worker = context.serviceWorkers().at(-1)
  if (worker === undefined) throw new Error('no service worker')
  await worker.evaluate(() => {
    const scope = globalThis as unknown as PushScope
    scope.checkedPushes = 0
    scope.addEventListener('push', () => {
      void scope.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(() => (scope.checkedPushes += 1))
    })
  })
  return () => worker.evaluate(() => (globalThis as unknown as PushScope).checkedPushes)
}

test(
  'a push that arrives while every tab of the app is closed shows one notification, also when it arrives twice',
  { tag: '@long' },
  async ({ context }) => {
    await context.grantPermissions(['notifications'], { origin: server.origin })
    const appTab = await context.newPage()
    const watchSession = await context.newCDPSession(appTab)
    const whenRegistered = new Promise<string>((resolve) => {
      watchSession.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations
        if (registration !== undefined) resolve(registration.registrationId)
      })
    })
    await watchSession.send('ServiceWorker.enable')
    await appTab.goto(`${server.origin}/home`)
    await appTab.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const registrationId = await whenRegistered

    // The app's own page will be closed, so the push is sent from another page.
    const senderPage = await context.newPage()
    const session = await context.newCDPSession(senderPage)
    await session.send('ServiceWorker.enable')
    await appTab.close()
    const push = (data: object) =>
      session.send('ServiceWorker.deliverPushMessage', { origin: server.origin, registrationId, data: JSON.stringify(data) })
    await push(PUSH_MESSAGE)
    await push(PUSH_MESSAGE)
    await push({ ...PUSH_MESSAGE, taskId: 'another', status: 'FAILED', title: 'A background task execution failed', path: '/ai/creation' })

    const laterTab = await context.newPage()
    await laterTab.goto(`${server.origin}/home`)
    await expect
      .poll(async () => (await readNotifications(laterTab)).map(({ tag }) => tag).toSorted())
      .toEqual([PUSH_MESSAGE.taskId, 'another'])
    expect((await readNotifications(laterTab)).find(({ tag }) => tag === PUSH_MESSAGE.taskId)).toEqual({
      title: PUSH_MESSAGE.title,
      body: PUSH_MESSAGE.body,
      tag: PUSH_MESSAGE.taskId,
      data: { path: PUSH_MESSAGE.path },
    })

    const checkCount = await countPushes(context)
    await push({ ...PUSH_MESSAGE, taskId: 'while a window is looked at' })
    await push({ ...PUSH_MESSAGE, taskId: 'another' })
    await expect.poll(checkCount).toBe(2)
    await laterTab.close()
    await push({ ...PUSH_MESSAGE, taskId: 'the last one' })
    const lastTab = await context.newPage()
    await lastTab.goto(`${server.origin}/home`)
    await expect
      .poll(async () => (await readNotifications(lastTab)).map(({ tag }) => tag).toSorted())
      .toEqual([PUSH_MESSAGE.taskId, 'another', 'the last one'].toSorted())
  },
)
