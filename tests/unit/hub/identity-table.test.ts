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
inHubWorld((newWorld) => (world = newWorld))
const stopFunctions: (() => void)[] = []
afterEach(() => {
  for (const stop of stopFunctions.splice(0)) stop()
})

const OWN_ID = 'ada'
const POINTS = { account: 200, visitor: 7 }
const FIRST_TOKEN = 'a'.repeat(32)
/** Longer than the hub's longest pause between two attempts to read the account. */
const NEXT_REQUEST_MS = 10 * 60_000

type Cell = Pick<IdentityCell, 'session' | 'token' | 'id'>
type FailingAnswer = () => Response | Promise<Response>

/** A server that finds the headers of each request in the identity table and gives the answer of that row. */
function createTableServer(session: SessionState, token: TokenState) {
  const tokens = new Map<string, TokenState>([
    ['', 'none'],
    [FIRST_TOKEN, token],
  ])
  const server = {
    session,
    /** Replaces the table's answer to `/user/me`. */
    accountFailure: null as FailingAnswer | null,
    paths: [] as string[],
    cellOf({ userToken, businessUserId }: { userToken: string; businessUserId: string }): IdentityCell {
      const id = businessUserId === '' ? 'none' : businessUserId === OWN_ID ? 'own' : 'foreign'
      return identityCell(server.session, tokens.get(userToken) ?? 'unknown', id)
    },
    async fetch(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const path = address instanceof Request ? address.url : address.toString()
      server.paths.push(path)
      const headers = new Headers(init?.headers)
      const readHeader = (name: 'userToken' | 'businessUserId') => headers.get(COMMON_HEADERS[name]) ?? ''
      const caller = { userToken: readHeader('userToken'), businessUserId: readHeader('businessUserId') }
      const cell = server.cellOf(caller)
      const isCall = (call: Pick<Call<never>, 'base' | 'path'>) => path === callPath(call)
      if (isCall(getMe) && server.accountFailure !== null) return server.accountFailure()
      if (isCall(getMe))
        return answer(cell.me, { account: makeAccount({ id: OWN_ID }), visitor: { ...VISITOR_INFO, points: POINTS.visitor } })
      if (isCall(payLogin)) {
        if (cell.login === 'visitor') tokens.set(caller.userToken, 'known')
        return answer(cell.login, { visitor: { userId: 'visitor' } })
      }
      if (isCall(presignUpload)) return Response.json({ statusCode: 'H5000' }, { status: 500 })
      if (!isCall(getPoints)) throw new Error(`unexpected call ${path}`)
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

/** Starts the hub and then the page of a browser whose cookies and records match this cell of the table. */
async function openBrowser({ session, token, id }: Cell, accountFailure: FailingAnswer | null = null) {
  const server = createTableServer(session, token)
  server.accountFailure = accountFailure
  const device = {
    userToken: token === 'none' ? '' : FIRST_TOKEN,
    businessUserId: { own: OWN_ID, foreign: 'bob', none: '' }[id],
    renewals: 0,
  }
  const identityNow = (epoch = 1) => ({
    ...identityRecord.fallback(),
    epoch,
    userToken: device.userToken,
    businessUserId: device.businessUserId,
  })
  const createToken = () => {
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
    device.userToken = createToken()
    await storeIdentity(2)
  }
  async function changeIdentity(chooseNext: (now: typeof device) => NextIdentity | null): Promise<boolean> {
    const next = chooseNext(device)
    if (next === null) return false
    const userToken = next.hasNewToken ? createToken() : device.userToken
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
  /** Passes the hub's snapshots to the page until the hub publishes no further one. */
  async function waitUntilIdle(): Promise<void> {
    do {
      for (const { topic, state } of world.snapshots.slice(passedSnapshots)) Object.assign(hubState, { [topic]: state })
      passedSnapshots = world.snapshots.length
      await world.clock.settle()
    } while (passedSnapshots < world.snapshots.length)
  }
  stopFunctions.push(followAccount({ becomeAccount: account.becomeAccount, clearUser: account.clearUser }))
  await resume(hub)
  await waitUntilIdle()
  void account.readAccount()
  await waitUntilIdle()
  return { hub, server, device, account, waitUntilIdle, cell: () => server.cellOf(device) }
}

const shownState = () => ({ id: hubState.identity?.businessUserId, account: hubState.account?.id ?? '', points: hubState.credits?.points })
const AS_ACCOUNT = { id: OWN_ID, account: OWN_ID, points: POINTS.account }
const AS_VISITOR = { id: '', account: '', points: POINTS.visitor }

describe('after a start the page shows only an identity whose calls are answered', () => {
  it.each(IDENTITY_TABLE)('session $session, token $token, id $id: $page', async (row) => {
    const { device, cell } = await openBrowser(row)
    const isAccount = row.page === 'adopts' || (row.page === 'stays' && row.id !== 'none')
    expect(shownState()).toEqual(isAccount ? AS_ACCOUNT : AS_VISITOR)
    expect(cell().call).toBe(isAccount ? 'account' : 'visitor')
    expect(device.businessUserId).toBe(isAccount ? OWN_ID : '')
    if (!isAccount) expect(device.userToken === FIRST_TOKEN).toBe(row.token === 'known' || row.token === 'unknown')
  })
})

const ENDED_SESSION = { session: 'ended', token: 'unknown', id: 'own' } as const
const htmlAnswer = (status: number) => () => new Response('<html>a proxy</html>', { status })

describe('an answer to /user/me that does not name the caller', () => {
  it.each<[string, FailingAnswer]>([
    ['H5000', () => Response.json({ statusCode: 'H5000' }, { status: 500 })],
    ['H4022', () => Response.json({ statusCode: 'H4022' }, { status: 429, headers: { 'retry-after': '60' } })],
    ['a 502 of a proxy', htmlAnswer(502)],
    ['a 403 of a proxy', htmlAnswer(403)],
    ['a 401 of a proxy', htmlAnswer(401)],
    ['an empty 403', () => new Response(null, { status: 403 })],
    ['the page of a captive portal', htmlAnswer(200)],
    ['no answer', () => Promise.reject(new TypeError('failed to fetch'))],
  ])('%s: the account stays, and is logged out when the server answers again that it has ended', async (_name, accountFailure) => {
    const { server, device, waitUntilIdle } = await openBrowser(ENDED_SESSION, accountFailure)
    expect([device.businessUserId, hubState.identity?.businessUserId]).toEqual([OWN_ID, OWN_ID])
    server.accountFailure = null
    await world.clock.advance(NEXT_REQUEST_MS)
    await waitUntilIdle()
    expect(shownState()).toEqual(AS_VISITOR)
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
    const uploadsBefore = server.paths.filter(isUpload).length
    await world.clock.advance(NEXT_REQUEST_MS)
    expect(server.paths.filter(isUpload)).toHaveLength(uploadsBefore)

    server.session = 'valid'
    await account.becomeAccount(OWN_ID)
    await waitUntilIdle()
    expect(hubState.work.outbox).toMatchObject([{ id: intent.id }])
    expect(server.paths.filter(isUpload).length).toBeGreaterThan(uploadsBefore)
  })
})
