import { beforeEach, expect, test, vi } from 'vitest'
import type { NextIdentity } from '#src/hub-client/identity.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { fail, ok } from '#shared/result.ts'
import { createLeaveAccount } from '#src/account/session/leave-account.ts'
import { createEndRefusedSession } from '#src/account/session/refused-sign-in.ts'
import { createSession } from '#src/account/session/session.ts'

interface Device {
  businessUserId: string
  /** The account whose logout is pending. */
  leaving: string | null
  readonly changes: string[]
}

let device: Device
const server = { call: vi.fn(), refreshAccount: vi.fn() }
const api = { call: server.call }

async function changeIdentity(chooseIdentity: (now: { businessUserId: string; userToken: string }) => NextIdentity | null) {
  const nextIdentity = chooseIdentity({ businessUserId: device.businessUserId, userToken: 't' })
  if (nextIdentity === null) return false
  device.changes.push(`${device.businessUserId || 'nobody'} ${nextIdentity.change} ${nextIdentity.businessUserId || 'nobody'}`)
  device.businessUserId = nextIdentity.businessUserId
  return true
}

const { becomeAccount, clearUser, readAccount } = createSession({
  hub: { refreshAccount: server.refreshAccount, reloadHistories: async () => undefined },
  server: api,
  changeIdentity,
  isLeaving: () => device.leaving !== null,
  unmarkLeaving: () => (device.leaving = null),
})
const { leaveNow } = createLeaveAccount({
  server: api,
  changeIdentity,
  storedBusinessUserId: () => device.businessUserId,
  markLeaving: (account) => (device.leaving = account),
  readAccount,
  showToast: async () => undefined,
})
const endRefusedSession = createEndRefusedSession({ clearUser, readAccount, pathname: () => '/home' })

const LOGGED_IN = ok({ id: 'ada', isLoggedIn: true })
const NO_ANSWER = fail({ code: '40001', retry: 'later' })

beforeEach(() => {
  device = { businessUserId: 'ada', leaving: null, changes: [] }
  server.call.mockReset().mockResolvedValue(ok(null))
  server.refreshAccount.mockReset().mockResolvedValue(NO_ANSWER)
})

test('a logout removes the account’s data from the device', async () => {
  await leaveNow()
  expect(device.changes).toEqual(['ada erase nobody'])
})

test('without the server’s answer nothing is removed, and a session that ends later by itself leaves the unsent work', async () => {
  server.call.mockResolvedValue(NO_ANSWER)
  server.refreshAccount.mockResolvedValue(LOGGED_IN)
  await leaveNow()
  await vi.waitFor(() => expect(device.leaving).toBeNull())
  expect(device.changes).toEqual([])
  await clearUser()
  expect(device.changes).toEqual(['ada suspend nobody'])
})

test('a tab that dies after the server has ended the session leaves the removal to the next tab', async () => {
  server.call.mockReturnValue(new Promise(() => undefined))
  void leaveNow()
  await clearUser()
  expect(device.changes).toEqual(['ada erase nobody'])
})

test('only the data of the logged-out account is removed: another tab may have logged in meanwhile', async () => {
  let answer = (_ended: unknown): void => undefined
  server.call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const leaving = leaveNow()
  await becomeAccount('bob')
  answer(ok(null))
  await leaving
  expect(device.changes).toEqual(['ada erase bob'])
  expect(device.businessUserId).toBe('bob')
})

test('a new login clears the pending logout: the next end of a session leaves the unsent work on the device', async () => {
  await leaveNow()
  await becomeAccount('ada')
  await clearUser()
  expect(device.changes).toEqual(['ada erase nobody', 'nobody merge ada', 'ada suspend nobody'])
})

test('a response without an account leaves the logout pending', async () => {
  server.call.mockReturnValue(new Promise(() => undefined))
  void leaveNow()
  server.refreshAccount.mockResolvedValue(ok({ id: '', isLoggedIn: false }))
  await readAccount()
  await clearUser()
  expect(device.changes).toEqual(['ada erase nobody'])
})

test('a refused login clears the identity, leaves its unsent work and checks the session; a refused login of a visitor changes nothing', async () => {
  await endRefusedSession('LOGIN_WRONG', 'login')
  expect(device.changes).toEqual(['ada suspend nobody'])
  expect(server.refreshAccount).toHaveBeenCalledTimes(1)
  await endRefusedSession('LOGIN_WRONG', 'login')
  expect(device.changes).toHaveLength(1)
  expect(server.refreshAccount).toHaveBeenCalledTimes(1)
})

test('the end of a session, and the refusal of a visitor, are followed by an anonymous login', async () => {
  const logins = () => server.call.mock.calls.filter(([call]) => call === payLogin).length
  await clearUser()
  expect(logins()).toBe(1)
  await clearUser()
  expect(logins()).toBe(1)
  server.refreshAccount.mockResolvedValue(fail({ code: 'H3009', retry: 'never' }))
  await readAccount()
  expect(logins()).toBe(2)
  server.refreshAccount.mockResolvedValue(NO_ANSWER)
  await readAccount()
  expect(logins()).toBe(2)
})
