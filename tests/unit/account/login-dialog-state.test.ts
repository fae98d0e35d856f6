import { afterEach, expect, test } from 'vitest'
import { createLoginDialog } from '#src/account/login-dialog-state.ts'
import { hubState } from '#src/store/state.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'

const storedAccount = { id: '' }
const { closeLogin, loginState, openLogin } = createLoginDialog(() => storedAccount.id)

restoreHub()

afterEach(() => {
  storedAccount.id = ''
  closeLogin(false)
})

test('all callers of the login get its result', async () => {
  const answers = [openLogin({ reason: 'To buy this.' }), openLogin()]
  expect(loginState.isOpen).toBe(true)
  closeLogin(true)
  expect(await Promise.all(answers)).toEqual([true, true])
  expect(loginState.isOpen).toBe(false)
})

test('a closed dialog was no login, and the next request opens it anew', async () => {
  const firstLogin = openLogin()
  closeLogin(false)
  const secondLogin = openLogin()
  closeLogin(true)
  expect(await Promise.all([firstLogin, secondLogin])).toEqual([false, true])
})

test('a logged-in user sees no login', async () => {
  hubState.identity = { epoch: 1, businessUserId: 'an-id' }
  expect(await openLogin()).toBe(true)
  expect(loginState.isOpen).toBe(false)
})

test('nor does a user with a stored account, before the hub has answered', async () => {
  storedAccount.id = 'an-id'
  expect(await openLogin()).toBe(true)
  expect(loginState.isOpen).toBe(false)
})
