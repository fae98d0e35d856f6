import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Creation } from '#shared/api/generation.ts'
import { ZIP_FOLDER } from '#shared/contract/zip-contract.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import type { FormPicture } from '#src/create/current-picture.ts'
import { creation, preparedImage } from '../../fixtures/page/builders.ts'
import { createFakeOrigin } from '../../fixtures/page/fake-origin.ts'

const { cookies, local, document, localStorage, locks } = createFakeOrigin()
const answers = { history: [] as Creation[], hold: Promise.resolve(), asked: 0 }
const rereads = { areBlocked: false }
const removeEntry = vi.fn()

vi.stubGlobal('document', document)
vi.stubGlobal('localStorage', localStorage)
vi.stubGlobal('location', { protocol: 'http:' })
vi.stubGlobal('screen', { width: 393, height: 852 })
vi.stubGlobal('__APP_VERSION__', '1')
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('navigator', {
  userAgent: 'one browser',
  locks: {
    request: (name: string, work: () => Promise<unknown>) =>
      rereads.areBlocked ? Promise.reject(new Error('no lock')) : locks.request(name, work),
  },
  storage: { getDirectory: async () => ({ removeEntry }) },
})
vi.stubGlobal('fetch', async () => {
  const data = answers.history
  answers.asked += 1
  await answers.hold
  return Response.json({ statusCode: 200, data: { data, totalSize: data.length } })
})

// These mocks avoid requests for texts and toasts. Only parts are replaced, because other test files share the modules.
vi.mock('#src/i18n/i18n.ts', async (original) => ({ ...(await original<object>()), addTexts: async () => true }))
vi.mock('#src/design/toast.ts', async (original) => ({ ...(await original<object>()), showToast: async () => undefined }))

const { stopOnAccountChange } = await import('#src/creations/actions/zip-cleanup.ts')
const { followIdentity } = await import('#src/app/follow-identity.ts')
const { COMPOSERS } = await import('#src/create/composer.ts')
const { changeSettings } = await import('#src/create/form-actions.ts')
const { followForm } = await import('#src/create/follow-form.ts')
const { markLeaving } = await import('#src/account/leave-state.ts')
const { leaveState } = await import('#src/account/leave-state.ts')
const { saveSignIn, resumeSignIn } = await import('#src/account/sign-in/sign-in-draft.ts')
const { startSignIn } = await import('#src/account/sign-in/sign-in-flow.ts')
const { loadHistory } = await import('#src/creations/history/history-actions.ts')
const { historyState } = await import('#src/creations/history-lists.ts')
const { setFormsOwner } = await import('#src/create/forms-owner.ts')
const { ownTemplates, rememberRecent, toggleLiked } = await import('#src/gallery/own-templates.ts')
const { storeNotice, noticeHistory } = await import('#src/app/notices/notices.ts')
const { hubState } = await import('#src/store/state.ts')
const { rereadIdentity } = await import('#src/hub-client/identity.ts')

const ofAda = creation('of ada', 1)
const composer = COMPOSERS.CUSTOM
const { state, drafts } = composer

const picture: FormPicture = {
  name: 'of-ada.jpg',
  source: { id: 'one', file: new Blob(['source']) },
  request: AS_IT_IS,
  image: preparedImage,
  removedMetadata: 'none',
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  globalThis.IDBKeyRange = IDBKeyRange
  local.clear()
  cookies.clear()
  cookies.set(LOCAL_KEYS.userToken, 'a'.repeat(32))
  removeEntry.mockReset().mockResolvedValue(undefined)
})

function store(businessUserId: string): void {
  if (businessUserId === '') cookies.delete(LOCAL_KEYS.businessUserId)
  else cookies.set(LOCAL_KEYS.businessUserId, businessUserId)
}

/** Opens a page as this account; '' is a visitor. */
async function open(businessUserId: string): Promise<void> {
  setFormsOwner(businessUserId)
  store(businessUserId)
  await rereadIdentity()
  change(businessUserId)
}

function change(businessUserId: string): void {
  store(businessUserId)
  hubState.identity = { epoch: (hubState.identity?.epoch ?? 0) + 1, businessUserId }
}

async function isFollowed(businessUserId: string): Promise<void> {
  const before = state.draftReads
  change(businessUserId)
  await vi.waitFor(() => expect(state.draftReads).toBe(before + 1))
}

test('a login in another tab shows the account’s list and retains the draft; a logout empties both', async () => {
  await open('')
  const stop = followIdentity()
  answers.history = [creation('of the visitor', 1)]
  await loadHistory()
  state.settings = { ...state.settings, prompt: 'half-written' }

  answers.history = [ofAda]
  change('ada')
  await vi.waitFor(() => expect(historyState.creations).toEqual([ofAda]))
  expect(state.settings.prompt).toBe('half-written')

  answers.history = []
  change('')
  await vi.waitFor(() => expect(state.settings.prompt).toBe(''))
  await vi.waitFor(() => expect(historyState).toMatchObject({ creations: [], status: 'ready' }))
  stop()
})

test('a list that was requested before the logout is not shown after it', async () => {
  await open('ada')
  const stop = followIdentity()
  await vi.waitFor(() => expect(historyState.status).toBe('ready'))
  let releaseHold = (): void => undefined
  let letNextGo = (): void => undefined
  answers.hold = new Promise((resolve) => (releaseHold = resolve))
  answers.history = [ofAda]
  const { asked } = answers
  const old = loadHistory()
  await vi.waitFor(() => expect(answers.asked).toBe(asked + 1))
  answers.history = []
  answers.hold = new Promise((resolve) => (letNextGo = resolve))
  change('')
  await vi.waitFor(() => expect(answers.asked).toBe(asked + 2))
  releaseHold()
  await old
  expect(historyState).toMatchObject({ creations: [], status: 'loading' })
  letNextGo()
  await vi.waitFor(() => expect(historyState.status).toBe('ready'))
  expect(historyState.creations).toEqual([])
  stop()
})

test('the notices of an account are removed with it, and stay for a visitor who logs in', async () => {
  await open('ada')
  storeNotice({ title: 'Two videos added to the ZIP file', color: 'success' }, false)
  const stop = followIdentity()
  await isFollowed('')
  expect([noticeHistory.notices, local.has('kinora.noticeHistory')]).toEqual([[], false])
  storeNotice({ title: 'Copied', color: 'success' }, false)
  await isFollowed('bob')
  expect(noticeHistory.notices.map(({ title }) => title)).toEqual(['Copied'])
  stop()
})

describe('packed videos of an account', () => {
  test('are removed from the device, and a running zip is stopped, as soon as nobody is logged in', async () => {
    await open('ada')
    const stop = followIdentity()
    const stopPacking = vi.fn()
    const hasEnded = stopOnAccountChange(stopPacking)
    removeEntry.mockRejectedValueOnce(new DOMException('still held', 'NoModificationAllowedError'))
    await isFollowed('')
    await vi.waitFor(() => expect(removeEntry).toHaveBeenCalledTimes(2))
    expect([stopPacking.mock.calls.length, removeEntry.mock.lastCall]).toEqual([1, [ZIP_FOLDER, { recursive: true }]])
    hasEnded()
    stop()
  })

  test('that a tab left when it died during its logout are removed by the next one', async () => {
    await open('')
    markLeaving('ann')
    followIdentity()()
    await vi.waitFor(() => expect(removeEntry).toHaveBeenCalledTimes(1))
  })

  test('stay for their account', async () => {
    await open('')
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

  test('stays on the device when the session expires: hidden from everybody else, restored with the account', async () => {
    await open('ada')
    const stops = [followIdentity(), followForm(composer)]
    await write('of ada')
    await becomes('', '')
    await becomes('bob', '')
    await becomes('ada', 'of ada')
    await drafts.forget('ada')
    for (const stop of stops) stop()
  })

  test('is not overwritten by a visitor’s text who then logs in: the new words count, with the picture', async () => {
    await open('ada')
    const stops = [followIdentity(), followForm(composer)]
    composer.slots[0].put(picture)
    await write('of ada')
    await becomes('', '')
    expect(composer.slots[0].current()).toBeNull()
    await write('of the visitor')
    await becomes('bob', 'of the visitor')
    expect(composer.slots[0].current()).toBeNull()
    await becomes('', '')
    await becomes('ada', 'of ada')
    expect(composer.slots[0].current()?.name).toBe('of-ada.jpg')
    await drafts.forget('ada')
    await drafts.forget('bob')
    for (const stop of stops) stop()
  })

  test('that a visitor left in an unopened form moves to the new account', async () => {
    await open('')
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

  test('that is still being read when its session expires is shown to nobody else', async () => {
    await open('ada')
    const stop = followIdentity()
    await write('of ada')
    await becomes('', '')
    await isFollowed('ada')
    const stopForm = followForm(composer)
    await becomes('', '')
    await becomes('ada', 'of ada')
    await drafts.forget('ada')
    stopForm()
    await isFollowed('')
    stop()
  })

  test('that was filled in before this tab knew the identity is removed when it is another one', async () => {
    await open('ada')
    await write('of ada')
    store('')
    await rereadIdentity()
    const before = state.draftReads
    const stop = followIdentity()
    await vi.waitFor(() => expect(state.draftReads).toBe(before + 1))
    expect(state.settings.prompt).toBe('')
    await isFollowed('ada')
    expect((await drafts.read())?.settings.prompt).toBe('of ada')
    await drafts.forget('ada')
    stop()
  })

  test('is written as the account’s while this tab does not know of the logout', async () => {
    await open('ada')
    const stop = followIdentity()
    changeSettings(composer, { prompt: 'of ada' })
    store('')
    await drafts.save()
    await isFollowed('')
    expect(await drafts.read()).toBeUndefined()
    await isFollowed('ada')
    expect((await drafts.read())?.settings.prompt).toBe('of ada')
    await drafts.forget('ada')
    await isFollowed('')
    stop()
  })

  test('is removed for good after a logout of the account', async () => {
    await open('ada')
    const stops = [followIdentity(), followForm(composer)]
    await write('of ada')
    markLeaving('ann')
    await becomes('', '')
    await becomes('ada', '')
    for (const stop of stops) stop()
  })
})

test('neither the login input nor a logout question survives the account', async () => {
  await open('ada')
  const stop = followIdentity()
  saveSignIn({ ...startSignIn('login', 'ada@example.org'), step: 'signUpCode' }, 0)
  leaveState.isAsking = true
  change('')
  return vi.waitFor(() => {
    expect(resumeSignIn('login', 0).email).toBe('')
    expect(leaveState.isAsking).toBe(false)
    stop()
  })
})

test('the shown account data is removed even where the next identity cannot be read', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await open('ada')
  const stop = followIdentity()
  answers.history = [ofAda]
  await loadHistory()
  changeSettings(composer, { prompt: 'of ada' })
  expect(historyState.creations).toHaveLength(1)
  rereads.areBlocked = true
  change('')
  await vi.waitFor(() => expect(consoleError).toHaveBeenCalled())
  expect([state.settings.prompt, historyState.creations]).toEqual(['', []])
  rereads.areBlocked = false
  stop()
  consoleError.mockRestore()
})

test('the galleries’ opened items are forgotten with a logout, and likes on this device stay', async () => {
  await open('ada')
  const stop = followIdentity()
  rememberRecent('golden-hour')
  toggleLiked('first-snow')
  markLeaving('ann')
  change('')
  await vi.waitFor(() => expect(ownTemplates).toMatchObject({ recent: [], liked: ['first-snow'] }))
  stop()
})
