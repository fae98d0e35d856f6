import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ok } from '#shared/result.ts'
import { ZIP_FOLDER } from '#shared/contract/zip-contract.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { AS_IT_IS } from '#src/bridge/create-image-client.ts'
import type { HeldPicture } from '#src/features/create/create-holding.ts'
import { preparedImage } from './builders.ts'

vi.hoisted(() => Object.assign(globalThis, { addEventListener: () => undefined }))
const answers = vi.hoisted(() => ({ history: [] as unknown[], hold: Promise.resolve() }))
const identity = vi.hoisted(() => ({ businessUserId: '' }))
const rereads = vi.hoisted(() => ({ areHeldUp: false }))
const local = vi.hoisted(() => new Map<string, string>())

vi.mock('#src/bridge/image-client.ts', () => ({ imageClient: { look: () => new Promise(() => undefined) } }))
vi.mock('#src/bridge/hub-client.ts', () => ({ hub: { api: {} } }))
vi.mock('#src/lib/stored-business-user-id.ts', () => ({ storedBusinessUserId: () => identity.businessUserId }))
vi.mock('#src/lib/local-values.ts', () => ({
  readLocal: (key: string) => local.get(key) ?? null,
  writeLocal: (key: string, value: string) => local.set(key, value),
  removeLocal: (key: string) => local.delete(key),
}))
vi.mock('#src/lib/api.ts', () => ({
  api: {
    call: async () => {
      const data = answers.history
      await answers.hold
      return ok({ data, totalSize: data.length })
    },
  },
}))
vi.mock('#src/lib/identity.ts', () => {
  const current = async () => ({ ...identityRecord.fallback(), ...identity })
  return {
    currentIdentity: () => ({ ...identity }),
    identityReady: current,
    rereadIdentity: () => (rereads.areHeldUp ? Promise.reject(new Error('no lock')) : current()),
  }
})

const { endsWithAccount } = await import('#src/bridge/parcels.ts')
const { followIdentity } = await import('#src/app/follow-identity.ts')
const { COMPOSERS } = await import('#src/features/create/composer.ts')
const { changeSettings, followForm } = await import('#src/features/create/form-actions.ts')
const { markLeaving } = await import('#src/features/account/session/leave-mark.ts')
const { leaveState } = await import('#src/features/account/session/leave-state.ts')
const { keepSignIn, resumeSignIn } = await import('#src/features/account/sign-in-draft.ts')
const { startSignIn } = await import('#src/features/account/sign-in-flow.ts')
const { loadHistory } = await import('#src/features/history/history-actions.ts')
const { historyState } = await import('#src/features/history/history-state.ts')
const { ownTemplates, rememberRecent, turnLiked } = await import('#src/lib/templates/own-templates.ts')
const { keepNotice, noticeShelf } = await import('#src/lib/notices.ts')
const { hubState } = await import('#src/lib/hub-mirror.ts')

const composer = COMPOSERS.CUSTOM
const { state, drafts } = composer

const picture: HeldPicture = {
  name: 'of-ada.jpg',
  source: { id: 'one', file: new Blob(['source']) },
  wish: AS_IT_IS,
  image: preparedImage,
  told: 'none',
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
  local.clear()
})

function change(businessUserId: string): void {
  identity.businessUserId = businessUserId
  hubState.identity = { epoch: (hubState.identity?.epoch ?? 0) + 1, businessUserId }
}

async function isFollowed(businessUserId: string): Promise<void> {
  const before = state.draftReads
  change(businessUserId)
  await vi.waitFor(() => expect(state.draftReads).toBe(before + 1))
}

test('a login in another tab shows the account’s list and keeps the draft; a logout empties both', async () => {
  change('')
  const stop = followIdentity()
  answers.history = [{ id: 'of the visitor' }]
  await loadHistory()
  state.settings = { ...state.settings, prompt: 'half-written' }

  answers.history = [{ id: 'of ada' }]
  change('ada')
  await vi.waitFor(() => expect(historyState.creations).toEqual([{ id: 'of ada' }]))
  expect(state.settings.prompt).toBe('half-written')

  answers.history = []
  change('')
  await vi.waitFor(() => expect(state.settings.prompt).toBe(''))
  await vi.waitFor(() => expect(historyState).toMatchObject({ creations: [], status: 'ready' }))
  stop()
})

test('a list that was asked for before the logout is not shown after it', async () => {
  change('ada')
  const stop = followIdentity()
  await vi.waitFor(() => expect(historyState.status).toBe('ready'))
  let letGo = (): void => undefined
  answers.hold = new Promise((resolve) => (letGo = resolve))
  answers.history = [{ id: 'of ada' }]
  const old = loadHistory()
  answers.history = []
  change('')
  await vi.waitFor(() => expect(historyState.status).toBe('loading'))
  letGo()
  await old
  await vi.waitFor(() => expect(historyState.status).toBe('ready'))
  expect(historyState.creations).toEqual([])
  stop()
})

test('what an account was told goes with it, and stays for a visitor who logs in', async () => {
  change('ada')
  keepNotice({ title: 'Two videos packed', color: 'success' }, false)
  const stop = followIdentity()
  await isFollowed('')
  expect([noticeShelf.notices, local.has('kinora.noticeHistory')]).toEqual([[], false])
  keepNotice({ title: 'Copied', color: 'success' }, false)
  await isFollowed('bob')
  expect(noticeShelf.notices.map(({ title }) => title)).toEqual(['Copied'])
  stop()
})

describe('packed videos of an account', () => {
  const removeEntry = vi.fn()

  beforeEach(() => {
    removeEntry.mockReset().mockResolvedValue(undefined)
    vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({ removeEntry }) } })
    return () => vi.unstubAllGlobals()
  })

  test('are off the device, and what is still packed is stopped, as soon as nobody is logged in', async () => {
    change('ada')
    const stop = followIdentity()
    const stopPacking = vi.fn()
    const hasEnded = endsWithAccount(stopPacking)
    removeEntry.mockRejectedValueOnce(new DOMException('still held', 'NoModificationAllowedError'))
    await isFollowed('')
    await vi.waitFor(() => expect(removeEntry).toHaveBeenCalledTimes(2))
    expect([stopPacking.mock.calls.length, removeEntry.mock.lastCall]).toEqual([1, [ZIP_FOLDER, { recursive: true }]])
    hasEnded()
    stop()
  })

  test('that a tab left behind which died while it logged out are taken away by the next one', async () => {
    change('')
    markLeaving('ann')
    followIdentity()()
    await vi.waitFor(() => expect(removeEntry).toHaveBeenCalledTimes(1))
  })

  test('stay for whom they are packed', async () => {
    change('')
    const stop = followIdentity()
    await isFollowed('ada')
    expect(removeEntry).not.toHaveBeenCalled()
    stop()
  })
})

describe('the draft of an account', () => {
  async function write(prompt: string): Promise<void> {
    changeSettings(composer, { prompt })
    await drafts.save()
  }
  async function becomes(businessUserId: string, prompt: string): Promise<void> {
    await isFollowed(businessUserId)
    await drafts.read()
    await vi.waitFor(() => expect(state.settings.prompt).toBe(prompt))
  }

  test('waits on the device when the session is over: hidden from everybody else, back with the account', async () => {
    change('ada')
    const stops = [followIdentity(), followForm(composer)]
    await write('of ada')
    await becomes('', '')
    await becomes('bob', '')
    await becomes('ada', 'of ada')
    await drafts.forget('ada')
    for (const stop of stops) stop()
  })

  test('is not written over by what a visitor writes meanwhile, who then logs in: their words count, and its picture comes along', async () => {
    change('ada')
    const stops = [followIdentity(), followForm(composer)]
    composer.desks[0].put(picture)
    await write('of ada')
    await becomes('', '')
    expect(composer.desks[0].held()).toBeNull()
    await write('of the visitor')
    await becomes('bob', 'of the visitor')
    expect(composer.desks[0].held()).toBeNull()
    await becomes('', '')
    await becomes('ada', 'of ada')
    expect(composer.desks[0].held()?.name).toBe('of-ada.jpg')
    await drafts.forget('ada')
    await drafts.forget('bob')
    for (const stop of stops) stop()
  })

  test('that a visitor left in a form nobody has opened since is the account’s that has come', async () => {
    change('')
    const stop = followIdentity()
    const form = COMPOSERS.HEAD_TAIL
    changeSettings(form, { prompt: 'of the visitor' })
    await form.drafts.save()
    await isFollowed('ada')
    await isFollowed('')
    expect(form.state.settings.prompt).toBe('')
    expect(await form.drafts.read()).toBeUndefined()
    await isFollowed('ada')
    expect((await form.drafts.read())?.settings.prompt).toBe('of the visitor')
    await form.drafts.forget('ada')
    stop()
  })

  test('is written as the account’s as long as this tab has not heard that it is gone', async () => {
    change('ada')
    const stop = followIdentity()
    changeSettings(composer, { prompt: 'of ada' })
    identity.businessUserId = ''
    await drafts.save()
    await isFollowed('')
    expect(await drafts.read()).toBeUndefined()
    await isFollowed('ada')
    expect((await drafts.read())?.settings.prompt).toBe('of ada')
    await drafts.forget('ada')
    await isFollowed('')
    stop()
  })

  test('is gone for good once the account was logged out', async () => {
    change('ada')
    const stops = [followIdentity(), followForm(composer)]
    await write('of ada')
    markLeaving('ann')
    await becomes('', '')
    await becomes('ada', '')
    for (const stop of stops) stop()
  })
})

test('nothing that was typed to log in, and no question of a logout, outlives the account', () => {
  change('ada')
  const stop = followIdentity()
  keepSignIn({ ...startSignIn('login', 'ada@example.org'), step: 'signUpCode' }, 0)
  leaveState.isAsking = true
  change('')
  return vi.waitFor(() => {
    expect(resumeSignIn('login', 0).email).toBe('')
    expect(leaveState.isAsking).toBe(false)
    stop()
  })
})

test('what is shown of an account goes even where the next identity cannot be read', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  change('ada')
  const stop = followIdentity()
  answers.history = [{ id: 'of ada' }]
  await loadHistory()
  changeSettings(composer, { prompt: 'of ada' })
  expect(historyState.creations).toHaveLength(1)
  rereads.areHeldUp = true
  change('')
  await vi.waitFor(() => expect(told).toHaveBeenCalled())
  expect([state.settings.prompt, historyState.creations]).toEqual(['', []])
  rereads.areHeldUp = false
  stop()
  told.mockRestore()
})

test('what was opened in the galleries is forgotten with a logout, and what is liked on this device stays', async () => {
  change('ada')
  const stop = followIdentity()
  rememberRecent('golden-hour')
  turnLiked('first-snow')
  markLeaving('ann')
  change('')
  await vi.waitFor(() => expect(ownTemplates).toMatchObject({ recent: [], liked: ['first-snow'] }))
  stop()
})
