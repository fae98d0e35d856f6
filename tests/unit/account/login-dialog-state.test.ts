import { afterEach, expect, test } from 'vitest'
import { createLoginDialog } from '#src/account/login-dialog-state.ts'
import { hubState } from '#src/store/state.ts'
import { restoreHub } from '../../fixtures/page/restore-hub.ts'

const stored = { id: '' }
const { closeLogin, loginState, openLogin } = createLoginDialog(() => stored.id)

restoreHub()

afterEach(() => {
  stored.id = ''
  closeLogin(false)
})

test('everybody who asked for the login hears how it ended', async () => {
  const answers = [openLogin({ reason: 'To buy this.' }), openLogin()]
  expect(loginState.isOpen).toBe(true)
  closeLogin(true)
  expect(await Promise.all(answers)).toEqual([true, true])
  expect(loginState.isOpen).toBe(false)
})

test('a dialog that is closed was no login, and the next one is asked for anew', async () => {
  const first = openLogin()
  closeLogin(false)
  const second = openLogin()
  closeLogin(true)
  expect(await Promise.all([first, second])).toEqual([false, true])
})

test('nobody is asked who is logged in already', async () => {
  hubState.identity = { epoch: 1, businessUserId: 'an-id' }
  expect(await openLogin()).toBe(true)
  expect(loginState.isOpen).toBe(false)
})

test('nobody is asked either whose account is stored, before the hub has spoken', async () => {
  stored.id = 'an-id'
  expect(await openLogin()).toBe(true)
  expect(loginState.isOpen).toBe(false)
})
