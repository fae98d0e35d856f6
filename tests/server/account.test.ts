import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAppInfo } from '#shared/api/app-info.ts'
import { getPayInfo, payLogin } from '#shared/api/pay-user.ts'
import { getLedger, getMe, getPoints } from '#shared/api/user.ts'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { NETWORKS_OF_A_CUSTOMER } from '#server/account/log-in-visitor.ts'
import { owner } from '#server/database/schema.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { createTestClient, createVisitor, makeToken } from './client.ts'

const WELCOMED_PER_ADDRESS = 3
const START_MS = Date.UTC(2026, 10, 20, 12)
let nowMs = START_MS
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false, config: { welcomeVisitorsPerAddressPerDay: WELCOMED_PER_ADDRESS }, nowMs: () => nowMs })
})
afterAll(() => server.close())

const createVisitorAt = (address: string) => createVisitor(server, { address, nowMs: () => nowMs })
const pointsOf = async (client: Awaited<ReturnType<typeof createVisitorAt>>) => (await client.get(getPoints, {})).points

describe('anonymous login', () => {
  it('makes a visitor with welcome points, once per token', async () => {
    const token = makeToken()
    const clients = [1, 2, 3].map(() => createTestClient(server, { token, nowMs: () => nowMs }))
    const ids = await Promise.all(clients.map(async (client) => (await client.get(payLogin, {})).userId))
    expect(new Set(ids).size).toBe(1)
    expect(await clients[0]!.get(getLedger, {})).toMatchObject({ data: [{ kind: 'grant', amount: 100, balance: 100 }], hasNext: false })
    expect(await clients[0]!.get(getPayInfo, {})).toEqual({ isVip: false, membershipExpiresAt: null, points: 100 })
  })

  it('makes a limited number of visitors in an hour for one address', async () => {
    const address = '203.0.113.77'
    for (let count = 0; count < LIMITS.visitorsByAddress.max; count += 1) await createVisitorAt(address)
    const limitedClient = createTestClient(server, { address, nowMs: () => nowMs })
    expect(await limitedClient.call(payLogin, {})).toMatchObject({ ok: false, error: { code: 'H4022', retry: 'later' } })
    nowMs = START_MS + LIMITS.visitorsByAddress.windowMs
    expect(await limitedClient.call(payLogin, {})).toMatchObject({ ok: true })
    nowMs = START_MS
  })

  it('stores no token, only its hash', async () => {
    const visitor = await createVisitorAt('127.0.0.1')
    const rows = await server.database.db.select().from(owner)
    expect(JSON.stringify(rows)).not.toContain(visitor.token)
  })

  it('needs a token of the right form', async () => {
    const tokenlessClient = createTestClient(server, { token: '', nowMs: () => nowMs })
    expect(await tokenlessClient.refusal(payLogin, {})).toEqual({ code: 'H3001', fields: ['userToken'] })
    const weakTokenClient = createTestClient(server, { token: 'guess', nowMs: () => nowMs })
    expect(await weakTokenClient.refusal(payLogin, {})).toEqual({ code: 'H3000', fields: ['userToken'] })
  })

  it('never serves a business user id without a session as a visitor', async () => {
    const { token } = await createVisitorAt('127.0.0.1')
    const pretender = createTestClient(server, { token, businessUserId: 'someone', nowMs: () => nowMs })
    expect(await pretender.refusal(getPoints, {})).toEqual({ code: 'H3009' })
    expect(await pretender.refusal(payLogin, {})).toEqual({ code: 'H3009' })
    expect(pretender.status()).toBe(401)
  })

  it('has no identity before the login', async () => {
    const stranger = createTestClient(server, { nowMs: () => nowMs })
    expect(await stranger.refusal(getPoints, {})).toEqual({ code: 'H3009' })
    expect(await stranger.refusal(getPayInfo, {})).toEqual({ code: 'H3009' })
  })
})

describe('welcome points', () => {
  it('are limited per address and day, also for parallel requests', async () => {
    const visitors = await Promise.all(Array.from({ length: WELCOMED_PER_ADDRESS + 2 }, () => createVisitorAt('203.0.113.7')))
    const points = await Promise.all(visitors.map(pointsOf))
    expect(points.filter((value) => value === 100)).toHaveLength(WELCOMED_PER_ADDRESS)
    expect(points.filter((value) => value === 0)).toHaveLength(2)
    expect(await pointsOf(await createVisitorAt('203.0.113.8'))).toBe(100)
    nowMs = START_MS + 24 * 60 * 60 * 1000
    expect(await pointsOf(await createVisitorAt('203.0.113.7'))).toBe(100)
    nowMs = START_MS
  })

  it('count a whole IPv6 network as one address', async () => {
    for (let host = 1; host <= WELCOMED_PER_ADDRESS; host += 1)
      expect(await pointsOf(await createVisitorAt(`2001:db8:0:7::${host}`))).toBe(100)
    expect(await pointsOf(await createVisitorAt('2001:db8::7:1:2:3:4'))).toBe(0)
    expect(await pointsOf(await createVisitorAt('2001:db8:0:8::1'))).toBe(100)
  })

  it('are limited for a user of many IPv6 networks, too', async () => {
    const networks = Array.from({ length: 256 / 8 }, (_, index) => `2001:db8:5:${(0xab00 + index * 8).toString(16)}::1`)
    const points = await Promise.all((await Promise.all(networks.map(createVisitorAt))).map(pointsOf))
    expect(points.filter((value) => value === 100)).toHaveLength(WELCOMED_PER_ADDRESS * NETWORKS_OF_A_CUSTOMER)
    expect(await pointsOf(await createVisitorAt('2001:db8:5:ac00::1'))).toBe(100)
  })

  it('are unlimited on the computer itself', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.1', '::1', '127.0.0.2']) {
      expect(await pointsOf(await createVisitorAt(address))).toBe(100)
    }
  })
})

describe('app info', () => {
  it('is public', async () => {
    const info = await createTestClient(server, { nowMs: () => nowMs }).get(getAppInfo, {})
    expect(info).toMatchObject({ version: '0.0.0-test', engine: 'instant', welcomePointsVisitor: 100, googleClientId: null })
  })
})

describe('the own account', () => {
  it('of a visitor has points and nothing else', async () => {
    expect(await (await createVisitorAt('127.0.0.1')).get(getMe, {})).toEqual({
      id: '',
      email: '',
      firstName: '',
      lastName: '',
      membershipStatus: 'NONE',
      membershipExpiresAt: null,
      points: 100,
      everSubscribed: false,
      isLoggedIn: false,
      hasPassword: false,
      hasGoogle: false,
      createdAt: 0,
      deletesAt: null,
    })
  })

  it('is not returned to an unknown caller', async () => {
    expect(await createTestClient(server, { nowMs: () => nowMs }).refusal(getMe, {})).toEqual({ code: 'H3009' })
  })

  it('returns that nobody is logged in for an account id without its session', async () => {
    const { token } = await createVisitorAt('127.0.0.1')
    const pretender = createTestClient(server, { token, businessUserId: 'someone', nowMs: () => nowMs })
    expect(await pretender.get(getMe, {})).toMatchObject({ id: '', isLoggedIn: false })
  })
})
