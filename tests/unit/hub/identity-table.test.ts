import { afterEach, describe, expect, it } from 'vitest'
import { createApiClient } from '#shared/api/client.ts'
import { COMMON_HEADERS, SIGNATURE_KEY } from '#shared/api/common-params.ts'
import { type Call, callPath } from '#shared/api/define-call.ts'
import { ERROR_CATALOGUE } from '#shared/error-codes.ts'
import { presignUpload } from '#shared/api/files.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { VISITOR_INFO, getMe, getPoints } from '#shared/api/user.ts'
import { withVisitorLogin } from '#shared/api/with-identity.ts'
import { toStored } from '#shared/storage/records.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { followAccount } from '#src/account/session/follow-account.ts'
import { createSession } from '#src/account/session/session.ts'
import { createPageApi } from '#src/hub-client/api.ts'
import type { NextIdentity } from '#src/hub-client/identity.ts'
import { hubState } from '#src/store/state.ts'
import { createIdentityReader } from '#workers/hub/browser-hub.ts'
import { type IdentityCell, type SessionState, type TokenState, IDENTITY_TABLE, identityCell } from '../../fixtures/identity-table.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'
import { type HubWorld, inHubWorld } from './hub-fixture.ts'
import { makeIntent, resume } from './hub-world.ts'
import { makeAccount } from './scripted-api.ts'

restoreHub()
let world: HubWorld
inHubWorld((made) => (world = made))
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const OWN = 'ada'
const POINTS = { account: 200, visitor: 7 }
const FIRST_TOKEN = 'a'.repeat(32)
/** Longer than the hub's longest pause between two attempts to read the account. */
const ASKED_AGAIN_MS = 10 * 60_000

type Cell = Pick<IdentityCell, 'session' | 'token' | 'id'>
type Failing = () => Response | Promise<Response>

/** A server that answers each request by the identity table, from the request's headers. */
function createTableServer(session: SessionState, token: TokenState) {
  const tokens = new Map<string, TokenState>([
    ['', 'none'],
    [FIRST_TOKEN, token],
  ])
  const server = {
    session,
    /** Replaces the table's answer to `/user/me`. */
    failing: null as Failing | null,
    paths: [] as string[],
    cellOf({ userToken, businessUserId }: { userToken: string; businessUserId: string }): IdentityCell {
      const id = businessUserId === '' ? 'none' : businessUserId === OWN ? 'own' : 'foreign'
      return identityCell(server.session, tokens.get(userToken) ?? 'unknown', id)
    },
    async fetch(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const path = address instanceof Request ? address.url : address.toString()
      server.paths.push(path)
      const headers = new Headers(init?.headers)
      const said = (name: 'userToken' | 'businessUserId') => headers.get(COMMON_HEADERS[name]) ?? ''
      const caller = { userToken: said('userToken'), businessUserId: said('businessUserId') }
      const cell = server.cellOf(caller)
      const is = (call: Pick<Call<never>, 'base' | 'path'>) => path === callPath(call)
      if (is(getMe) && server.failing !== null) return server.failing()
      if (is(getMe)) return answer(cell.me, { account: makeAccount({ id: OWN }), visitor: { ...VISITOR_INFO, points: POINTS.visitor } })
      if (is(payLogin)) {
        if (cell.login === 'visitor') tokens.set(caller.userToken, 'known')
        return answer(cell.login, { visitor: { userId: 'visitor' } })
      }
      if (is(presignUpload)) return Response.json({ statusCode: 'H5000' }, { status: 500 })
      if (!is(getPoints)) throw new Error(`unexpected call ${path}`)
      const points = (amount: number) => ({ points: amount, held: 0 })
      return answer(cell.call, { account: points(POINTS.account), visitor: points(POINTS.visitor) })
    },
  }
  return server
}

function answer(outcome: IdentityCell['me'], data: { account?: unknown; visitor: unknown }): Response {
  if (outcome === 'account' || outcome === 'visitor') return Response.json({ statusCode: 200, data: data[outcome] })
  return Response.json({ statusCode: outcome }, { status: ERROR_CATALOGUE[outcome].status })
}

/** A browser whose cookies and records match the table's cell. It starts its hub and then its page. */
async function openBrowser({ session, token, id }: Cell, failing: Failing | null = null) {
  const server = createTableServer(session, token)
  server.failing = failing
  const device = {
    userToken: token === 'none' ? '' : FIRST_TOKEN,
    businessUserId: { own: OWN, foreign: 'bob', none: '' }[id],
    renewals: 0,
  }
  const identityNow = (epoch = 1) => ({
    ...identityRecord.fallback(),
    epoch,
    userToken: device.userToken,
    businessUserId: device.businessUserId,
  })
  const freshToken = () => {
    device.renewals += 1
    return String(device.renewals).repeat(32)
  }
  const storeIdentity = (epoch: number) => world.disk.write(async (tx) => tx.put('identity', toStored(identityRecord, identityNow(epoch))))
  await storeIdentity(1)
  const clientDeps = { fetch: (...request: Parameters<typeof fetch>) => server.fetch(...request), nowMs: () => world.clock.nowMs() }
  const client = createApiClient({ ...clientDeps, signKey: SIGNATURE_KEY, readCallerParams: createIdentityReader(world.disk) })
  const hub = world.startHub({ client: withVisitorLogin(client) })
  await world.clock.settle()

  if (device.userToken === '') {
    device.userToken = freshToken()
    await storeIdentity(2)
  }
  async function changeIdentity(wanted: (now: typeof device) => NextIdentity | null): Promise<boolean> {
    const next = wanted(device)
    if (next === null) return false
    const userToken = next.hasNewToken ? freshToken() : device.userToken
    await hub.api.changeIdentity({ ...identityRecord.fallback(), userToken, businessUserId: next.businessUserId }, next.change)
    Object.assign(device, { userToken, businessUserId: next.businessUserId })
    return true
  }
  const page = createPageApi({
    fetch: clientDeps.fetch,
    identity: { currentIdentity: identityNow, identityReady: async () => identityNow(), isNewVisitor: async () => false },
    changeIdentity,
    checkAccount: () => void hub.api.refreshAccount(),
  })
  const account = createSession({
    hub: { refreshAccount: () => hub.api.refreshAccount(), reloadHistories: async () => undefined },
    server: page.api,
    changeIdentity,
    isLeaving: () => false,
    unmarkLeaving: () => undefined,
  })
  let passedSnapshots = 0
  /** Passes the hub's snapshots to the page until neither of them changes any more. */
  async function waitUntilIdle(): Promise<void> {
    do {
      for (const { topic, state } of world.snapshots.slice(passedSnapshots)) Object.assign(hubState, { [topic]: state })
      passedSnapshots = world.snapshots.length
      await world.clock.settle()
    } while (passedSnapshots < world.snapshots.length)
  }
  stops.push(followAccount({ becomeAccount: account.becomeAccount, clearUser: account.clearUser }))
  await resume(hub)
  await waitUntilIdle()
  void account.readAccount()
  await waitUntilIdle()
  return { hub, server, device, account, waitUntilIdle, cell: () => server.cellOf(device) }
}

const shown = () => ({ id: hubState.identity?.businessUserId, account: hubState.account?.id ?? '', points: hubState.credits?.points })
const AS_ACCOUNT = { id: OWN, account: OWN, points: POINTS.account }
const AS_VISITOR = { id: '', account: '', points: POINTS.visitor }

describe('after a start the page shows only an identity whose calls are answered', () => {
  it.each(IDENTITY_TABLE)('session $session, token $token, id $id: $page', async (row) => {
    const { device, cell } = await openBrowser(row)
    const isAccount = row.page === 'adopts' || (row.page === 'stays' && row.id !== 'none')
    expect(shown()).toEqual(isAccount ? AS_ACCOUNT : AS_VISITOR)
    expect(cell().call).toBe(isAccount ? 'account' : 'visitor')
    expect(device.businessUserId).toBe(isAccount ? OWN : '')
    if (!isAccount) expect(device.userToken === FIRST_TOKEN).toBe(row.token === 'known' || row.token === 'unknown')
  })
})

const ENDED = { session: 'ended', token: 'unknown', id: 'own' } as const
const html = (status: number) => () => new Response('<html>a proxy</html>', { status })

describe('an answer to /user/me that does not name the caller', () => {
  it.each<[string, Failing]>([
    ['H5000', () => Response.json({ statusCode: 'H5000' }, { status: 500 })],
    ['H4022', () => Response.json({ statusCode: 'H4022' }, { status: 429, headers: { 'retry-after': '60' } })],
    ['a 502 of a proxy', html(502)],
    ['a 403 of a proxy', html(403)],
    ['a 401 of a proxy', html(401)],
    ['an empty 403', () => new Response(null, { status: 403 })],
    ['the page of a captive portal', html(200)],
    ['no answer', () => Promise.reject(new TypeError('failed to fetch'))],
  ])('%s: the account stays, and is logged out when the server answers again that it has ended', async (_name, failing) => {
    const { server, device, waitUntilIdle } = await openBrowser(ENDED, failing)
    expect([device.businessUserId, hubState.identity?.businessUserId]).toEqual([OWN, OWN])
    server.failing = null
    await world.clock.advance(ASKED_AGAIN_MS)
    await waitUntilIdle()
    expect(shown()).toEqual(AS_VISITOR)
  })
})

describe('work of an account whose session has ended', () => {
  it('is hidden from the visitor, and is sent after the next login', async () => {
    const { hub, server, account, waitUntilIdle } = await openBrowser({ session: 'valid', token: 'known', id: 'own' })
    const intent = makeIntent()
    await hub.api.commit(intent)
    await waitUntilIdle()
    expect(hubState.work.outbox).toMatchObject([{ id: intent.id }])
    server.session = 'ended'
    await account.readAccount()
    await waitUntilIdle()
    expect(hubState.work.outbox).toEqual([])
    const isUpload = (path: string) => path === callPath(presignUpload)
    const before = server.paths.filter(isUpload).length
    await world.clock.advance(ASKED_AGAIN_MS)
    expect(server.paths.filter(isUpload)).toHaveLength(before)

    server.session = 'valid'
    await account.becomeAccount(OWN)
    await waitUntilIdle()
    expect(hubState.work.outbox).toMatchObject([{ id: intent.id }])
    expect(server.paths.filter(isUpload).length).toBeGreaterThan(before)
  })
})
