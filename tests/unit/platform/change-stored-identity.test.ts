import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { openRecords } from '#shared/browser/record-store.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { HUB_DATABASE, IDENTITY_KEY } from '#shared/storage/records.ts'
import { isUserToken } from '#shared/domain/user-token.ts'
import { createFakeOrigin } from '../../fixtures/page/fake-origin.ts'

const { cookies, local, document, localStorage, locks } = createFakeOrigin()

vi.stubGlobal('document', document)
vi.stubGlobal('localStorage', localStorage)
vi.stubGlobal('location', { protocol: 'http:' })
vi.stubGlobal('screen', { width: 393, height: 852 })
vi.stubGlobal('__APP_VERSION__', '1')
vi.stubGlobal('navigator', { locks })

/** Loads the identity module anew, as another tab of the same browser. */
async function openTab() {
  vi.resetModules()
  const tab = await import('#src/hub-client/identity.ts')
  await tab.identityReady()
  return tab
}

const readStoredIdentity = () => openRecords(HUB_DATABASE).read(IDENTITY_KEY, identityRecord)
const readIdentity = () => ({
  token: cookies.get('user_token'),
  id: cookies.get('business_user_id') ?? '',
  mirror: local.get('business_user_id') ?? '',
})
const ADA_IDENTITY = { businessUserId: 'ada', hasNewToken: true, change: 'merge' } as const

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
  cookies.clear()
  local.clear()
})

test('the records change their owner before the cookies, which then name the account and a new token', async () => {
  const tab = await openTab()
  const identityBefore = readIdentity()
  const apply = vi.fn(async () => {
    expect(readIdentity()).toEqual(identityBefore)
  })
  expect(await tab.changeStoredIdentity(() => ADA_IDENTITY, apply)).toBe(true)
  const identityAfter = readIdentity()
  expect(identityAfter).toEqual({ token: identityAfter.token, id: 'ada', mirror: 'ada' })
  expect(isUserToken(identityAfter.token ?? '')).toBe(true)
  expect(identityAfter.token).not.toBe(identityBefore.token)
  expect(apply).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ businessUserId: 'ada', userToken: identityAfter.token }), 'merge')
  expect(tab.currentIdentity()).toMatchObject({ businessUserId: 'ada', userToken: identityAfter.token })
  expect(await readStoredIdentity()).toMatchObject({ businessUserId: 'ada', userToken: identityAfter.token })
})

test('when the records could not be moved nothing has changed, and it can be retried', async () => {
  const tab = await openTab()
  const identityBefore = readIdentity()
  await expect(
    tab.changeStoredIdentity(
      () => ADA_IDENTITY,
      () => Promise.reject(new Error('no hub')),
    ),
  ).rejects.toThrow('no hub')
  expect(readIdentity()).toEqual(identityBefore)
  expect(
    await tab.changeStoredIdentity(
      () => ADA_IDENTITY,
      async () => undefined,
    ),
  ).toBe(true)
})

test('two tabs that follow the same login change the identity once, and agree on the token', async () => {
  const [firstTab, secondTab] = [await openTab(), await openTab()]
  const apply = vi.fn(async () => undefined)
  const becomeAda = ({ businessUserId }: { readonly businessUserId: string }) => (businessUserId === 'ada' ? null : ADA_IDENTITY)
  const results = await Promise.all([firstTab.changeStoredIdentity(becomeAda, apply), secondTab.changeStoredIdentity(becomeAda, apply)])
  expect(results).toEqual([true, false])
  expect(apply).toHaveBeenCalledTimes(1)
  expect(secondTab.currentIdentity()).toEqual(firstTab.currentIdentity())
})

test('a logout retains the visitor’s token and removes the id from the cookie and its mirror', async () => {
  const tab = await openTab()
  await tab.changeStoredIdentity(
    () => ADA_IDENTITY,
    async () => undefined,
  )
  const { token } = readIdentity()
  await tab.changeStoredIdentity(
    () => ({ businessUserId: '', hasNewToken: false, change: 'erase' }),
    async () => undefined,
  )
  expect(readIdentity()).toEqual({ token, id: '', mirror: '' })
  expect((await openTab()).currentIdentity()).toMatchObject({ businessUserId: '', userToken: token })
})

test('an existing cookie is not written again, so that it stays as the server wrote it', async () => {
  const write = vi.spyOn(document, 'cookie', 'set')
  await openTab()
  expect(write).toHaveBeenCalledTimes(1)
  await openTab()
  await (await openTab()).rereadIdentity()
  expect(write).toHaveBeenCalledTimes(1)
  write.mockRestore()
})

test('with only the cookie left it is the same visitor, and local storage gets it again', async () => {
  await openTab()
  const { token } = readIdentity()
  local.clear()
  globalThis.indexedDB = new IDBFactory()
  const tab = await openTab()
  expect(tab.currentIdentity().userToken).toBe(token)
  expect(local.get('user_token')).toBe(token)
  expect(await tab.isNewVisitor()).toBe(false)
})

test('a browser that stores nothing still has one identity for as long as the page lives', async () => {
  globalThis.indexedDB = {
    open: () => {
      throw new Error('blocked')
    },
  } as unknown as IDBFactory
  vi.stubGlobal('localStorage', { getItem: throwBlocked, setItem: throwBlocked, removeItem: throwBlocked })
  const tab = await openTab()
  const identity = tab.currentIdentity()
  expect(isUserToken(identity.userToken)).toBe(true)
  expect(await tab.identityReady()).toBe(identity)
})

function throwBlocked(): never {
  throw new Error('blocked')
}
