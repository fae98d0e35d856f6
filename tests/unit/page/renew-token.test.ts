import { beforeEach, expect, test, vi } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { getPoints } from '#shared/api/user.ts'
import { payLogin } from '#shared/api/pay-user.ts'

const world = vi.hoisted(() => ({ businessUserId: '', renewed: 0, onLogin: () => {} }))

vi.mock('#src/bridge/hub-client.ts', () => ({ hub: { api: { refreshAccount: async () => undefined } } }))
vi.mock('#src/lib/change-self.ts', () => ({
  changeSelf: async () => {
    world.renewed += 1
    return true
  },
}))
vi.mock('#src/lib/identity.ts', () => {
  const now = () => ({ ...identityRecord.fallback(), userToken: 'a'.repeat(32), businessUserId: world.businessUserId })
  return { currentIdentity: now, identityReady: async () => now(), isNewVisitor: async () => false }
})

beforeEach(() => {
  vi.resetModules()
  Object.assign(world, { businessUserId: '', renewed: 0, onLogin: () => undefined })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith(payLogin.path)) world.onLogin()
    return Response.json({ statusCode: 'H3009' }, { status: 401 })
  })
})

async function askForPoints(): Promise<void> {
  const { api } = await import('#src/lib/api.ts')
  expect(await api.call(getPoints, {})).toMatchObject({ error: { code: 'H3009' } })
}

test('the token of a visitor who has signed up is replaced', async () => {
  await askForPoints()
  expect(world.renewed).toBe(1)
})

test('a call of an account that logs out meanwhile replaces nothing: the token of who is here then holds', async () => {
  world.businessUserId = 'ada'
  world.onLogin = () => {
    world.businessUserId = ''
  }
  await askForPoints()
  expect(world.renewed).toBe(0)
})
