import { expect, test, vi } from 'vitest'
import { LOGIN_SOURCES, loginSource } from '#shared/domain/account-rules.ts'
import { redirectOf } from '#src/app/screen-access.ts'
import { accountStep } from '#src/account/session/follow-account.ts'
import { setUserInfo } from '#src/account/session/session.ts'

test('setting the user: the id is stored, the monitor starts, the pay service is logged in to, the histories are loaded, in this order', async () => {
  const order: string[] = []
  const step = (name: string) => async () => {
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
  }
  const { background: backgroundSteps } = await setUserInfo({
    storeId: step('id'),
    startMonitor: step('monitor'),
    logInToPayService: step('pay'),
    loadHistories: step('histories'),
  })
  await backgroundSteps
  const names = ['id', 'monitor', 'pay', 'histories']
  expect(order).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]))
})

test('nothing continues when the id could not be stored', async () => {
  const laterStep = vi.fn(async () => undefined)
  const steps = { startMonitor: laterStep, logInToPayService: laterStep, loadHistories: laterStep }
  await expect(setUserInfo({ ...steps, storeId: () => Promise.reject(new Error('no hub')) })).rejects.toThrow('no hub')
  expect(laterStep).not.toHaveBeenCalled()
})

test('a session of another account is adopted, an expired one logs out, and an unknown state changes nothing', () => {
  const ada = { id: 'ada', isLoggedIn: true }
  const visitor = { id: '', isLoggedIn: false }
  expect(accountStep(null, 'ada')).toBe('stay')
  expect(accountStep(ada, 'ada')).toBe('stay')
  expect(accountStep(ada, 'bob')).toEqual({ become: 'ada' })
  expect(accountStep(ada, '')).toEqual({ become: 'ada' })
  expect(accountStep(visitor, 'ada')).toBe('clear')
  expect(accountStep(visitor, '')).toBe('stay')
})

test('logins are distinguished by their start: /, /home, /image, /start and /template, with and without a locale', () => {
  expect(LOGIN_SOURCES).toEqual(['/', '/home', '/image', '/start', '/template'])
  expect(LOGIN_SOURCES.map(loginSource)).toEqual(LOGIN_SOURCES)
  expect(loginSource('/en/home')).toBe('/home')
  expect(loginSource('/pricing')).toBe('other')
})

test('an account is redirected from / to /home, a member from /pricing too, and nobody else', () => {
  const [visitor, account, member] = [
    { hasAccount: false, isMember: false },
    { hasAccount: true, isMember: false },
    { hasAccount: true, isMember: true },
  ]
  expect([visitor, account, member].map((person) => redirectOf('landing', person))).toEqual([undefined, 'home', 'home'])
  expect([visitor, account, member].map((person) => redirectOf('pricing', person))).toEqual([undefined, undefined, 'home'])
  expect(redirectOf('creations', member)).toBeUndefined()
})
