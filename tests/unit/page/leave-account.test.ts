import { beforeEach, expect, test, vi } from 'vitest'
import type { NextSelf } from '#src/lib/identity.ts'
import { fail, ok } from '#shared/result.ts'

const device = vi.hoisted(() => ({ businessUserId: '', local: new Map<string, string>(), changes: [] as string[] }))
const server = vi.hoisted(() => ({ logOut: vi.fn(), refreshAccount: vi.fn() }))

vi.mock('#src/lib/api.ts', () => ({ api: { call: server.logOut } }))
vi.mock('#src/bridge/hub-client.ts', () => ({
  hub: { api: { refreshAccount: server.refreshAccount, reloadHistories: async () => undefined } },
}))
vi.mock('#src/ui/toast.ts', () => ({ showToast: async () => undefined }))
vi.mock('#src/lib/stored-business-user-id.ts', () => ({ storedBusinessUserId: () => device.businessUserId }))
vi.mock('#src/lib/local-values.ts', () => ({
  readLocal: (key: string) => device.local.get(key) ?? null,
  writeLocal: (key: string, value: string) => device.local.set(key, value),
  removeLocal: (key: string) => device.local.delete(key),
}))
vi.mock('#src/lib/change-self.ts', () => ({
  async changeSelf(wanted: (now: { businessUserId: string; userToken: string }) => NextSelf | null) {
    const next = wanted({ businessUserId: device.businessUserId, userToken: 't' })
    if (next === null) return false
    device.changes.push(`${device.businessUserId || 'nobody'} ${next.change} ${next.businessUserId || 'nobody'}`)
    device.businessUserId = next.businessUserId
    return true
  },
}))
vi.stubGlobal('location', { pathname: '/home' })

const { becomeAccount } = await import('#src/features/account/session/become-account.ts')
const { clearUser } = await import('#src/features/account/session/clear-user.ts')
const { leaveNow } = await import('#src/features/account/session/leave-account.ts')
const { noteRefusal } = await import('#src/features/account/session/note-refusal.ts')
const { readAccount } = await import('#src/features/account/session/read-account.ts')

const IN = ok({ id: 'ada', isLoggedIn: true })
const NO_ANSWER = fail({ code: '40001', retry: 'later' })

beforeEach(() => {
  Object.assign(device, { businessUserId: 'ada', local: new Map(), changes: [] })
  server.logOut.mockReset().mockResolvedValue(ok(null))
  server.refreshAccount.mockReset().mockResolvedValue(NO_ANSWER)
})

test('a logout wipes what the device holds of the account', async () => {
  await leaveNow()
  expect(device.changes).toEqual(['ada leave nobody'])
})

test('without the server’s word nothing is wiped, and a session that ends later by itself leaves the work to wait', async () => {
  server.logOut.mockResolvedValue(NO_ANSWER)
  server.refreshAccount.mockResolvedValue(IN)
  await leaveNow()
  await vi.waitFor(() => expect(device.local.size).toBe(0))
  expect(device.changes).toEqual([])
  await clearUser()
  expect(device.changes).toEqual(['ada park nobody'])
})

test('a tab that dies after the server has ended the session leaves the wiping to whoever finds it over', async () => {
  server.logOut.mockReturnValue(new Promise(() => undefined))
  void leaveNow()
  await clearUser()
  expect(device.changes).toEqual(['ada leave nobody'])
})

test('nothing but the account that was left is wiped: another tab may have logged in meanwhile', async () => {
  let answer = (_ended: unknown): void => undefined
  server.logOut.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const left = leaveNow()
  await becomeAccount('bob')
  answer(ok(null))
  await left
  expect(device.changes).toEqual(['ada leave bob'])
  expect(device.businessUserId).toBe('bob')
})

test('whoever is in again has not been logged out: the next end of a session parks', async () => {
  await leaveNow()
  await becomeAccount('ada')
  await clearUser()
  expect(device.changes).toEqual(['ada leave nobody', 'nobody carry ada', 'ada park nobody'])
})

test('a reading of the account that says nobody is in keeps the wish to leave', async () => {
  server.logOut.mockReturnValue(new Promise(() => undefined))
  void leaveNow()
  server.refreshAccount.mockResolvedValue(ok({ id: '', isLoggedIn: false }))
  await readAccount()
  await clearUser()
  expect(device.changes).toEqual(['ada leave nobody'])
})

test('a refused login clears who was here, whose unsent work waits, and has the session looked at; a visitor’s changes nothing', async () => {
  await noteRefusal('LOGIN_WRONG', 'login')
  expect(device.changes).toEqual(['ada park nobody'])
  expect(server.refreshAccount).toHaveBeenCalledTimes(1)
  await noteRefusal('LOGIN_WRONG', 'login')
  expect(device.changes).toHaveLength(1)
  expect(server.refreshAccount).toHaveBeenCalledTimes(1)
})
