import { beforeEach, expect, test, vi } from 'vitest'
import { identityRecord } from '#shared/storage/hub-records.ts'

const world = vi.hoisted(() => ({ isNew: true, answers: [] as number[], logins: 0 }))

vi.mock('#src/bridge/hub-client.ts', () => ({ hub: { api: { refreshAccount: async () => undefined } } }))
vi.mock('#src/lib/change-self.ts', () => ({ changeSelf: async () => false }))
vi.mock('#src/lib/identity.ts', () => {
  const identity = { ...identityRecord.fallback(), userToken: 'a'.repeat(32) }
  return { currentIdentity: () => identity, identityReady: async () => identity, isNewVisitor: async () => world.isNew }
})

beforeEach(() => {
  vi.resetModules()
  Object.assign(world, { isNew: true, logins: 0 })
  vi.stubGlobal('fetch', async () => {
    world.logins += 1
    const status = world.answers.shift() ?? 200
    const body = status === 200 ? { statusCode: 200, data: { userId: 'u' } } : { statusCode: 'H5000' }
    return Response.json(body, { status })
  })
})

const introduce = async () => {
  const { introduceVisitor } = await import('#src/lib/api.ts')
  await Promise.all([introduceVisitor(), introduceVisitor()])
  return world.logins
}

test('a new visitor is made known once, however many ask for it', async () => {
  expect(await introduce()).toBe(1)
})

test('an anonymous login that failed is tried once more, and no third time', async () => {
  world.answers = [500]
  expect(await introduce()).toBe(2)
  vi.resetModules()
  world.logins = 0
  world.answers = [500, 500]
  expect(await introduce()).toBe(2)
})

test('a visitor the server may know already is not introduced', async () => {
  world.isNew = false
  expect(await introduce()).toBe(0)
})
