import { beforeEach, expect, test, vi } from 'vitest'
import type { UserInfo } from '#shared/api/user.ts'
import { followAccount } from '#src/account/session/follow-account.ts'
import { hubState } from '#src/store/state.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'

restoreHub()

const actions = { become: vi.fn<(id: string) => Promise<void>>(), clear: vi.fn<() => Promise<void>>() }
const follow = () => followAccount({ becomeAccount: actions.become, clearUser: actions.clear })
const account = (id: string, isLoggedIn = true) => ({ id, isLoggedIn }) as UserInfo
const settle = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  actions.become.mockReset().mockResolvedValue(undefined)
  actions.clear.mockReset().mockResolvedValue(undefined)
})

test('another account’s session is adopted, once while that is in progress, for any further state of the hub', async () => {
  let finishBecome = (): void => undefined
  actions.become.mockReturnValue(new Promise<void>((resolve) => (finishBecome = resolve)))
  const stop = follow()
  Object.assign(hubState, { account: account('ada'), identity: { epoch: 1, businessUserId: '' } })
  await settle()
  hubState.credits = { points: 1, held: 0 }
  await settle()
  expect(actions.become.mock.calls).toEqual([['ada']])
  finishBecome()
  stop()
})

test('an expired session clears the account, and one that failed to apply is applied with the next state', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  actions.clear.mockRejectedValueOnce(new Error('no hub'))
  const stop = follow()
  Object.assign(hubState, { account: account('', false), identity: { epoch: 1, businessUserId: 'ada' } })
  await settle()
  expect(actions.clear).toHaveBeenCalledTimes(1)
  hubState.credits = { points: 2, held: 0 }
  await settle()
  expect(actions.clear).toHaveBeenCalledTimes(2)
  expect(actions.become).not.toHaveBeenCalled()
  stop()
  warn.mockRestore()
})

test('nothing happens before the hub has published the identity, or while the account is unknown', async () => {
  const stop = follow()
  hubState.account = account('ada')
  await settle()
  Object.assign(hubState, { account: null, identity: { epoch: 1, businessUserId: 'ada' } })
  await settle()
  expect([actions.become, actions.clear].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  stop()
})

test('a session that changes while another is adopted is adopted after that', async () => {
  let finishBecome = (): void => undefined
  actions.become.mockReturnValueOnce(new Promise<void>((resolve) => (finishBecome = resolve)))
  const stop = follow()
  Object.assign(hubState, { account: account('ada'), identity: { epoch: 1, businessUserId: '' } })
  await settle()
  Object.assign(hubState, { account: account('bob'), identity: { epoch: 2, businessUserId: 'ada' } })
  await settle()
  finishBecome()
  await settle()
  expect(actions.become.mock.calls).toEqual([['ada'], ['bob']])
  stop()
})

test('an account that the hub has not published yet is not adopted twice', async () => {
  let finishBecome = (): void => undefined
  actions.become.mockReturnValueOnce(new Promise<void>((resolve) => (finishBecome = resolve)))
  const stop = follow()
  Object.assign(hubState, { account: account('ada'), identity: { epoch: 1, businessUserId: '' } })
  await settle()
  hubState.credits = { points: 3, held: 0 }
  await settle()
  finishBecome()
  await settle()
  expect(actions.become.mock.calls).toEqual([['ada']])
  stop()
})
