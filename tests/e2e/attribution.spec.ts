import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { attributionDevice, attributionMessage, forgottenDevice } from '#server/database/measurement-schema.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import type { PendingOrder } from '#shared/contract/billing-contract.ts'
import { HUB_SNAPSHOT_CHANNEL, PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { type SelfSigned, makeSelfSigned } from '../fixtures/server/self-signed.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'

/** Without a network the SDK waits up to a minute before it retries. */
const SDK_WAIT = { timeout: 90_000 }
const LANDING_PATH = '/home?utm_source=letter&utm_campaign=spring'

/** The test server's certificate is self-signed. */
test.use({ ignoreHTTPSErrors: true })

let tls: SelfSigned
let server: TestServer

test.beforeAll(async () => {
  tls = await makeSelfSigned()
})
test.afterAll(() => tls.remove())
test.beforeEach(async () => {
  server = await startTestServer({ config: { tls, attribution: { appToken: 'kinora-e2e', environment: 'sandbox' } } })
})
test.afterEach(() => server.close())

const messages = () => server.database.db.select().from(attributionMessage)
const messageKinds = async () => (await messages()).map(({ kind }) => kind).toSorted()
const devices = () => server.database.db.select().from(attributionDevice)
const eventTokens = async () =>
  (await messages())
    .filter(({ kind }) => kind === 'event')
    .map(({ facts }) => (JSON.parse(facts) as { deduplication_id: string }).deduplication_id)
const requestedPaths = () =>
  server.requests.filter(({ path }) => path.startsWith('/api/adjust')).map(({ path }) => path.slice('/api/adjust/'.length))

/** Opens a screen and waits until the page has loaded the code of its attribution and its error reports. */
async function open(page: Page, path: string): Promise<void> {
  const chunkResponses = [/follow-attribution-/, /follow-errors-/].map((chunk) => page.waitForResponse(chunk))
  await page.goto(server.origin + path)
  await Promise.all(chunkResponses)
}

/** Stores the answer about consent as another tab of the same browser does. */
async function storeConsent(page: Page, answer: 'granted' | 'refused'): Promise<void> {
  await page.evaluate((value) => {
    const key = 'kinora.attributionConsent'
    localStorage.setItem(key, JSON.stringify(value))
    dispatchEvent(new StorageEvent('storage', { key }))
  }, answer)
}

/** The names of all attribution data on the device. */
async function readStoredNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = [...Object.keys(localStorage), ...(await indexedDB.databases()).map(({ name }) => name ?? '')]
    return names.filter((name) => /adjust|attributionSharing/i.test(name))
  })
}

/** Publishes an order as the hub does, first open and then paid. */
async function publishOrder(page: Page, payOrderId: string, number: number): Promise<void> {
  const order: Omit<PendingOrder, 'state'> = {
    payOrderId,
    sessionId: 's',
    skuId: 'sku',
    skuType: 1,
    checkoutUrl: 'https://pay.example/1',
    isEmbedded: true,
    amountCents: 999,
    currencyCode: 'USD',
    createdAtMs: 1,
    lastState: { lastestChosenSku: 'sku', isVip: false, points: -1 },
  }
  await page.evaluate(
    async ({ channelName, protocol, order, number }) => {
      const channel = new BroadcastChannel(channelName)
      const nextTask = () => new Promise((resolve) => setTimeout(resolve))
      for (const [step, state] of ['waiting', 'success'].entries()) {
        const billing = {
          orders: [{ ...order, state }],
          historyVersion: 0,
          lastSku: null,
          lastOrder: null,
          creditsPoll: 'idle',
          membershipPoll: 'idle',
        }
        channel.postMessage({ protocol, bootId: 'test', fence: 1_000_000, number: number + step, topic: 'billing', state: billing })
        await nextTask()
      }
    },
    { channelName: HUB_SNAPSHOT_CHANNEL, protocol: PROTOCOL_VERSION, order, number },
  )
}

/** The number of events in the SDK's queue. */
async function countQueuedEvents(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const openRequest = indexedDB.open('adjust-sdk')
        openRequest.addEventListener('error', () => reject(new Error('no database')))
        openRequest.addEventListener('success', () => {
          const database = openRequest.result
          const storeName = [...database.objectStoreNames].find((store) => store.startsWith('q')) ?? ''
          const countRequest = database.transaction(storeName).objectStore(storeName).count()
          countRequest.addEventListener('success', () => {
            database.close()
            resolve(countRequest.result)
          })
        })
      }),
  )
}

test('before consent nothing is requested or stored, nor after a refusal', { tag: '@long' }, async ({ page }) => {
  await open(page, LANDING_PATH)
  expect([requestedPaths(), await readStoredNames(page)]).toEqual([[], []])
  await storeConsent(page, 'refused')
  await open(page, '/explore')
  expect([requestedPaths(), await readStoredNames(page), await devices()]).toEqual([[], [], []])
})

test(
  'the SDK sends to our tracker over https: session, click, attribution, event, sharing, offline and back, forget',
  { tag: '@long' },
  async ({ page, context }) => {
    await open(page, LANDING_PATH)
    await storeConsent(page, 'granted')
    await expect.poll(messageKinds, SDK_WAIT).toEqual(['sdk_click', 'session', 'third_party_sharing'])
    const readRecord = () => page.evaluate(() => JSON.parse(localStorage.getItem('adjustAttribution') ?? '{}') as Record<string, unknown>)
    await expect.poll(async () => (await readRecord())['network'], SDK_WAIT).toBe('letter')
    const token = (await context.cookies()).find(({ name }) => name === 'user_token')?.value ?? ''
    const [device] = await devices()
    expect(device).toMatchObject({ environment: 'sandbox', network: 'letter', campaign: 'spring', tokenSha256: sha256(token) })
    expect(await readRecord()).toEqual({ adid: device?.adid, network: 'letter', receivedAt: expect.any(Number) })
    expect(requestedPaths()[0]).toBe('tinit')
    expect(requestedPaths()).toContain('attribution')
    expect(JSON.stringify([await messages(), await devices()])).not.toContain(token)

    await publishOrder(page, 'order-1', 1)
    await expect.poll(eventTokens, SDK_WAIT).toEqual(['order-1'])
    const event = (await messages()).find(({ kind }) => kind === 'event')
    expect(JSON.parse(event?.facts ?? '{}')).toMatchObject({ event_token: 'purchase', revenue: '9.99000', currency: 'USD' })

    await context.setOffline(true)
    await publishOrder(page, 'order-2', 3)
    await expect.poll(() => countQueuedEvents(page), SDK_WAIT).toBe(1)
    expect(await eventTokens()).toEqual(['order-1'])
    await context.setOffline(false)
    await expect.poll(eventTokens, SDK_WAIT).toEqual(['order-1', 'order-2'])

    await open(page, '/ai/setting')
    const sharingSwitch = page.getByRole('switch', { name: 'Share data with partners' })
    await expect(sharingSwitch).not.toBeChecked()
    await sharingSwitch.click()
    await expect(sharingSwitch).toBeChecked()
    const countEnabledSharing = async () =>
      (await messages()).filter(({ kind, facts }) => kind === 'third_party_sharing' && facts.includes('"enable"')).length
    await expect.poll(countEnabledSharing, SDK_WAIT).toBe(1)

    await page.getByRole('button', { name: 'Delete this data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(devices, SDK_WAIT).toEqual([])
    await expect(page.getByText('The data about how you found us was deleted.')).toBeVisible(SDK_WAIT)
    expect(await messages()).toEqual([])
    expect(await server.database.db.select().from(forgottenDevice)).toHaveLength(1)
    const requestsBefore = requestedPaths().length
    await storeConsent(page, 'granted')
    await open(page, '/home')
    expect([requestedPaths().length, await readRecord()]).toEqual([requestsBefore, {}])
  },
)

test(
  'after a withdrawn consent the page sends nothing more, and the browser can still be forgotten',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, '/home')
    await storeConsent(page, 'granted')
    await expect.poll(messageKinds, SDK_WAIT).toEqual(['session', 'third_party_sharing'])
    await storeConsent(page, 'refused')
    const requestsBefore = requestedPaths().length
    await open(page, '/ai/setting')
    expect(requestedPaths()).toHaveLength(requestsBefore)
    await page.getByRole('button', { name: 'Delete this data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(devices, SDK_WAIT).toEqual([])
    expect(requestedPaths().slice(requestsBefore).toSorted()).toEqual(['gdpr_forget_device', 'tinit'])
  },
)
