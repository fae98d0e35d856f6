import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endSessions, getSessions } from '#shared/api/account-settings.ts'
import { logOut } from '#shared/api/auth.ts'
import { getSkus } from '#shared/api/catalogue.ts'
import { presignGet } from '#shared/api/files.ts'
import * as generation from '#shared/api/generation.ts'
import { getOrderResult } from '#shared/api/pay-orders.ts'
import { getPayment, getReceipt, getTransactions } from '#shared/api/payments.ts'
import { suggestPrompt } from '#shared/api/prompts.ts'
import { cancelPlanChange, quotePlanChange } from '#shared/api/plan-change.ts'
import { payNow, resumePlan, unsubscribe } from '#shared/api/subscription.ts'
import { getMe, getPoints } from '#shared/api/user.ts'
import { API_ROUTES } from '#server/boot/api-routes.ts'
import type { Call } from '#shared/api/define-call.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import {
  type TestClient,
  ORIGIN,
  commit,
  createTestClient,
  createVisitor,
  customInput,
  headTailInput,
  templateInput,
  upload,
} from './client.ts'
import { addCycle, addPack, addPlan } from './money/books.ts'
import { purchaseOf } from './money/money-harness.ts'
import { signUp } from './sign-up.ts'

/** Calls that every caller may make: they log in or out, or return nothing private. */
const PUBLIC_PATHS = new Set([
  '/app/info',
  '/ai/i2v/config/video/parameter',
  '/ai/i2v/config/head_tail/parameter',
  '/ai/i2v/config/video/tag',
  '/user/me',
  '/auth/logout',
  '/client-error',
  '/validate-url',
])

const CATALOGUE_PAGE = { clientCountryCode: 'US', iosCountryCode: 'USA', page: 'page2' } as const
const PUSH_ENDPOINT = 'https://push.example.org/of-bob'
const FINISHED_VIDEOS = { curPage: 1, pageSize: 10, taskStatus: 'SUCCESS' } as const

let server: TestServer
let ann: Awaited<ReturnType<typeof signUp>>
let bob: Awaited<ReturnType<typeof signUp>>
let annsImage: string
let annsBatch: string
let annsTask: string
beforeAll(async () => {
  server = await startTestServer({ listen: false })
  ann = await signUp(server, 'ann@example.org')
  bob = await signUp(server, 'bob@example.org')
  annsImage = await upload(ann.client)
  const { batchId, taskIds } = await commit(ann.client, annsImage)
  await vi.waitFor(async () => expect((await ann.client.get(generation.getHistory, FINISHED_VIDEOS)).totalSize).toBe(1), 15_000)
  annsBatch = batchId
  annsTask = taskIds[0]!
})
afterAll(() => server.close())

/** A valid input for each call, by the call's path. The picture in these inputs belongs to `client`. */
async function inputsOf(client: TestClient): Promise<Record<string, object>> {
  const image = await upload(client)
  return {
    '/promotion/quote': { skuId: 'points_300', currencyCode: 'USD', code: 'CODE' },
    '/user/second-factor/on': { code: '123456' },
    '/user/second-factor/off': { code: '123456' },
    '/user/second-factor/recovery-codes': { code: '123456' },
    '/user/passkeys/add': {
      passkey: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', attestationObject: 'a' } },
    },
    '/user/passkeys/rename': { id: 'a', name: 'a' },
    '/user/passkeys/remove': { id: 'a' },
    '/user/email/start': { email: 'new@example.org' },
    '/user/email/change': { oldCode: '123456', newCode: '123456' },
    '/user/google/link': { code: 'c' },
    '/user/contact/us': { email: 'a@example.org', subject: 's', message: 'm' },
    '/user/email/subscribe': { email: 'a@example.org' },
    '/file/upload/presign': { filename: 'a.jpg', contentType: 'image/jpeg' },
    '/file/get/presign': { filename: image.replace('/media/', '') },
    '/ai/i2v/ai_prompt': { images: [image] },
    '/ai/i2v/gen/custom': customInput(image),
    '/ai/i2v/gen/head_tail': headTailInput([image, image]),
    '/ai/i2v/gen/template': templateInput(image),
    '/ai/i2v/query/batch': { batchId: 'b' },
    '/ai/i2v/query': { taskId: 't' },
    '/ai/i2v/history': { curPage: 1, pageSize: 10, taskStatus: 'ALL' },
    '/ai/i2v/cancel': { taskId: 't' },
    '/ai/i2v/collect': { ids: ['t'], op: 1 },
    '/ai/i2v/delete': { ids: ['t'] },
    '/ai/i2v/restore': { ids: ['t'] },
    '/user/password': { newPassword: 'a calm long password', currentPassword: 'x' },
    '/sku/ios/skuAll': CATALOGUE_PAGE,
    '/payment/subotiz/prepay/order': purchaseOf('points_100'),
    '/payment/order/result': { payOrderId: 'o' },
    '/sku/payment/unsubscribe': { orderId: 'o' },
    '/sku/payment/resume': { orderId: 'o' },
    '/sku/payment/card': { orderId: 'o', returnUrl: `${ORIGIN}/ai/setting` },
    '/sku/payment/pay-now': { orderId: 'o' },
    '/payment/refund': { id: 'p', reason: 'other', amount: 1, points: 1 },
    '/sku/payment/change/quote': { orderId: 'o', plan: 'yearly' },
    '/sku/payment/change': { quoteId: 'q' },
    '/user/top-up/notice': { points: 1 },
    '/user/top-up/agree': {
      skuId: 'points_300',
      belowPoints: 1,
      ceilingCents: 1199,
      priceCents: 1199,
      currencyCode: 'USD',
      returnUrl: `${ORIGIN}/ai/setting`,
    },
    '/sku/payment/change/take-back': { orderId: 'o' },
    '/user/payment/transactions': { type: 'PURCHASE' },
    '/user/payment/query': { orderId: 'o' },
    '/user/payment/receipt': { id: 'p' },
    'POST /push/subscription': { endpoint: PUSH_ENDPOINT, keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
    'DELETE /push/subscription': { endpoint: PUSH_ENDPOINT },
    'DELETE /user/me': { confirmation: 'bob@example.org' },
    'POST /user/me': { firstName: 'A', lastName: 'B' },
    'POST /user/billing-details': { name: 'A', address: '', taxNumber: '' },
  }
}

const isPublic = ({ path }: Pick<Call, 'path'>) => PUBLIC_PATHS.has(path) || /^\/(?:template|article)\//.test(path)
/**
 * Whether a call belongs to the operator's console. Its calls return H4001 to everyone but operators; `operator/who.test.ts` tests them.
 */
const isConsoleCall = ({ path }: Pick<Call, 'path'>) => path.startsWith('/operator/')
const guardedRoutes = API_ROUTES.filter(
  ({ call }) => !(isPublic(call) && !isOwnAccount(call)) && !call.path.startsWith('/auth/') && !isConsoleCall(call),
)

function isOwnAccount({ method, path }: Pick<Call, 'method' | 'path'>): boolean {
  return path === '/user/me' && method !== 'GET'
}

describe('another account’s business user id', () => {
  it.each(guardedRoutes.map(({ call }) => [`${call.method} ${call.base} ${call.path}`, call] as const))(
    'is refused by %s, without a hint of its owner',
    async (_, { method, base, path, isForm }) => {
      const asAnn = createTestClient(server, { jar: bob.client.jar, token: bob.client.token, businessUserId: ann.id })
      const inputs = await inputsOf(bob.client)
      const input = inputs[`${method} ${path}`] ?? inputs[path] ?? {}
      const call = API_ROUTES.find(
        ({ call: routeCall }) => routeCall.path === path && routeCall.method === method && routeCall.base === base,
      )!.call as Call<object>
      const callInput = isForm === true ? { file: new File([], 'a.jpg', { type: 'image/jpeg' }) } : input
      const answer = await asAnn.call(call, callInput, { idempotencyKey: randomUUID() })
      expect(answer).toMatchObject({ ok: false, error: { code: 'H3013' } })
      expect(JSON.stringify(answer)).not.toContain('ann@')
      const visitor = await createVisitor(server)
      const visitorAsAnn = createTestClient(server, { token: visitor.token, businessUserId: ann.id })
      expect(await visitorAsAnn.call(call, callInput, { idempotencyKey: randomUUID() })).toMatchObject({
        ok: false,
        error: { code: 'H3009' },
      })
    },
  )

  it('is ignored by the call of the own account, which returns the session’s', async () => {
    const asAnn = createTestClient(server, { jar: bob.client.jar, businessUserId: ann.id })
    expect(await asAnn.get(getMe, {})).toMatchObject({ id: bob.id, email: 'bob@example.org' })
  })
})

describe('another account’s records', () => {
  const newKey = () => ({ idempotencyKey: randomUUID() })
  const notFound = { code: 'H4001' }

  it('return exactly the same as unknown things', async () => {
    const { client } = bob
    expect(await client.refusal(generation.queryBatch, { batchId: annsBatch })).toEqual(notFound)
    expect(await client.refusal(generation.queryTask, { taskId: annsTask })).toEqual(notFound)
    expect(await client.refusal(generation.cancelTask, { taskId: annsTask })).toEqual(notFound)
    expect(await client.refusal(generation.collectCreations, { ids: [annsTask], op: 1 }, newKey())).toEqual(notFound)
    expect(await client.refusal(generation.deleteCreations, { ids: [annsTask] }, newKey())).toEqual(notFound)
    expect(await client.refusal(generation.restoreCreations, { ids: [annsTask] }, newKey())).toEqual(notFound)
    expect(await client.refusal(presignGet, { filename: annsImage.replace('/media/', '') })).toEqual(notFound)
    const ownImage = await upload(client)
    for (const foreignImage of [annsImage, `/media/${'0'.repeat(32)}.jpg`]) {
      const rejection = { code: 'H3000', fields: ['images'] }
      expect(await client.refusal(generation.generateCustom, customInput(foreignImage), newKey())).toEqual(rejection)
      expect(await client.refusal(generation.generateHeadTail, headTailInput([ownImage, foreignImage]), newKey())).toEqual(rejection)
      expect(await client.refusal(generation.generateTemplate, templateInput(foreignImage), newKey())).toEqual(rejection)
      expect(await client.refusal(suggestPrompt, { images: [ownImage, foreignImage] })).toEqual(rejection)
    }
    const [session] = (await ann.client.get(getSessions, {})).sessions
    expect(await client.refusal(endSessions, { id: session!.id })).toEqual(notFound)
    expect(await ann.client.get(getPoints, {})).toBeDefined()
  })

  it('return the same when they are paid, too, and stay unchanged', async () => {
    const { db } = server.database
    const [plan, pack] = [await addPlan(db, ann.id, Date.now()), await addPack(db, ann.id, 0)]
    const cycle = await addCycle(db, plan, 1)
    const { client } = bob
    for (const orderId of [plan.orderId, pack.orderId, cycle.id, pack.id, 'nowhere']) {
      expect(await client.refusal(getOrderResult, { payOrderId: orderId })).toMatchObject({ code: 'H4023' })
      expect(await client.refusal(getPayment, { orderId })).toEqual({ code: 'H4023' })
      const noOrder = { code: 'H4023', fields: ['orderId'] }
      expect(await client.refusal(unsubscribe, { orderId }, newKey())).toEqual(noOrder)
      expect(await client.refusal(resumePlan, { orderId }, newKey())).toEqual(noOrder)
      expect(await client.refusal(payNow, { orderId }, newKey())).toEqual(noOrder)
      expect(await client.refusal(quotePlanChange, { orderId, plan: 'yearly' })).toEqual(noOrder)
      expect(await client.refusal(cancelPlanChange, { orderId }, newKey())).toEqual(noOrder)
      expect(await client.refusal(getReceipt, { id: orderId })).toEqual(notFound)
      for (const type of ['SUBSCRIPTION', 'PURCHASE'] as const) {
        expect(await client.refusal(getTransactions, { type, start: orderId })).toEqual({ code: 'H3000', fields: ['start'] })
      }
    }
    const [cyclePayment] = (await ann.client.get(getTransactions, { type: 'SUBSCRIPTION' })).data
    expect(cyclePayment).toMatchObject({ id: cycle.id, orderId: plan.orderId, status: 1 })
    const loadPrices = async (reader: TestClient) =>
      (await reader.get(getSkus, CATALOGUE_PAGE)).skus.map(({ discountPrice }) => discountPrice)
    expect(await loadPrices(ann.client)).toEqual([249, 599, 1249])
    expect(await loadPrices(client)).toEqual([undefined, undefined, undefined])
  })

  it('are not served as files, with any token or id beside the wrong session', async () => {
    const { videoUrl, previewImageUrl } = await ann.client.get(generation.queryTask, { taskId: annsTask })
    const visitor = await createVisitor(server)
    for (const url of [annsImage, videoUrl!, previewImageUrl!]) {
      expect((await ann.client.request(url)).status).toBe(200)
      for (const otherClient of [bob.client, visitor]) {
        expect(
          (await otherClient.request(url, { headers: { 'x-user-token': ann.client.token, 'x-business-user-id': ann.id } })).status,
        ).toBe(404)
      }
    }
  })
})

describe('a session', () => {
  it('is invalid after its logout, for a copy of its cookie too', async () => {
    const { client, id } = await signUp(server, 'cyd@example.org')
    const copiedJar = new Map(client.jar)
    await client.get(logOut, {})
    expect(client.jar.get('session') ?? '').toBe('')
    const thief = createTestClient(server, { jar: copiedJar, token: client.token, businessUserId: id })
    expect(await thief.refusal(getPoints, {})).toEqual({ code: 'H3009' })
    expect(await thief.refusal(getMe, {})).toEqual({ code: 'H3009' })
  })
})
