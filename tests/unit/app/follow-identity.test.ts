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
const answers = { history: [] as Creation[], released: Promise.resolve(), requestCount: 0 }
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
  answers.requestCount += 1
  await answers.released
  return Response.json({ statusCode: 200, data: { data, totalSize: data.length } })
})

// The mocks request no texts and show no toasts. Each mock replaces one function of a module, because other test files use the module, too.
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

const adaCreation = creation('of ada', 1)
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

function storeAccountCookie(businessUserId: string): void {
  if (businessUserId === '') cookies.delete(LOCAL_KEYS.businessUserId)
  else cookies.set(LOCAL_KEYS.businessUserId, businessUserId)
}

/** Opens a page as this account; '' is a visitor. */
async function openPage(businessUserId: string): Promise<void> {
  setFormsOwner(businessUserId)
  storeAccountCookie(businessUserId)
  await rereadIdentity()
  changeAccount(businessUserId)
}

function changeAccount(businessUserId: string): void {
  storeAccountCookie(businessUserId)
  hubState.identity = { epoch: (hubState.identity?.epoch ?? 0) + 1, businessUserId }
}

async function changeAccountAndWait(businessUserId: string): Promise<void> {
  const draftReads = state.draftReads
  changeAccount(businessUserId)
  await vi.waitFor(() => expect(state.draftReads).toBe(draftReads + 1))
}

test('a login in another tab shows the account’s list and retains the draft; a logout empties both', async () => {
  await openPage('')
  const stop = followIdentity()
  answers.history = [creation('of the visitor', 1)]
  await loadHistory()
  state.settings = { ...state.settings, prompt: 'half-written' }

  answers.history = [adaCreation]
  changeAccount('ada')
  await vi.waitFor(() => expect(historyState.creations).toEqual([adaCreation]))
  expect(state.settings.prompt).toBe('half-written')

  answers.history = []
  changeAccount('')
  await vi.waitFor(() => expect(state.settings.prompt).toBe(''))
  await vi.waitFor(() => expect(historyState).toMatchObject({ creations: [], status: 'ready' }))
  stop()
})

test('a list that was requested before the logout is not shown after it', async () => {
  await openPage('ada')
  const stop = followIdentity()
  await vi.waitFor(() => expect(historyState.status).toBe('ready'))
  let releaseOldAnswer = (): void => undefined
  let releaseNextAnswer = (): void => undefined
  answers.released = new Promise((resolve) => (releaseOldAnswer = resolve))
  answers.history = [adaCreation]
  const { requestCount } = answers
  const oldLoad = loadHistory()
  await vi.waitFor(() => expect(answers.requestCount).toBe(requestCount + 1))
  answers.history = []
  answers.released = new Promise((resolve) => (releaseNextAnswer = resolve))
  changeAccount('')
  await vi.waitFor(() => expect(answers.requestCount).toBe(requestCount + 2))
  releaseOldAnswer()
  await oldLoad
  expect(historyState).toMatchObject({ creations: [], status: 'loading' })
  releaseNextAnswer()
  await vi.waitFor(() => expect(historyState.status).toBe('ready'))
  expect(historyState.creations).toEqual([])
  stop()
})

test('the notices of an account are removed with it, and stay for a visitor who logs in', async () => {
  await openPage('ada')
  storeNotice({ title: 'Two videos added to the ZIP file', color: 'success' }, false)
  const stop = followIdentity()
  await changeAccountAndWait('')
  expect([noticeHistory.notices, local.has('kinora.noticeHistory')]).toEqual([[], false])
  storeNotice({ title: 'Copied', color: 'success' }, false)
  await changeAccountAndWait('bob')
  expect(noticeHistory.notices.map(({ title }) => title)).toEqual(['Copied'])
  stop()
})

describe('packed videos of an account', () => {
  test('are removed from the device, and a running zip is stopped, as soon as nobody is logged in', async () => {
    await openPage('ada')
    const stop = followIdentity()
    const stopPacking = vi.fn()
    const endPacking = stopOnAccountChange(stopPacking)
    removeEntry.mockRejectedValueOnce(new DOMException('still held', 'NoModificationAllowedError'))
    await changeAccountAndWait('')
    await vi.waitFor(() => expect(removeEntry).toHaveBeenCalledTimes(2))
    expect([stopPacking.mock.calls.length, removeEntry.mock.lastCall]).toEqual([1, [ZIP_FOLDER, { recursive: true }]])
    endPacking()
    stop()
  })

  test('that a tab left when it died during its logout are removed by the next one', async () => {
    await openPage('')
    markLeaving('ann')
    followIdentity()()
    await vi.waitFor(() => expect(removeEntry).toHaveBeenCalledTimes(1))
  })

  test('stay for their account', async () => {
    await openPage('')
    const stop = followIdentity()
    await changeAccountAndWait('ada')
    expect(removeEntry).not.toHaveBeenCalled()
    stop()
  })
})

describe('the draft of an account', () => {
  async function writeDraft(prompt: string): Promise<void> {
    changeSettings(composer, { prompt })
    await drafts.save()
  }
  async function becomeAccount(businessUserId: string, prompt: string): Promise<void> {
    await changeAccountAndWait(businessUserId)
    await drafts.read()
    await vi.waitFor(() => expect(state.settings.prompt).toBe(prompt))
  }

  test('stays on the device when the session expires: hidden from everybody else, restored with the account', async () => {
    await openPage('ada')
    const stops = [followIdentity(), followForm(composer)]
    await writeDraft('of ada')
    await becomeAccount('', '')
    await becomeAccount('bob', '')
    await becomeAccount('ada', 'of ada')
    await drafts.forget('ada')
    for (const stop of stops) stop()
  })

  test('is not overwritten by a visitor’s text who then logs in: the new words count, with the picture', async () => {
    await openPage('ada')
    const stops = [followIdentity(), followForm(composer)]
    composer.slots[0].put(picture)
    await writeDraft('of ada')
    await becomeAccount('', '')
    expect(composer.slots[0].current()).toBeNull()
    await writeDraft('of the visitor')
    await becomeAccount('bob', 'of the visitor')
    expect(composer.slots[0].current()).toBeNull()
    await becomeAccount('', '')
    await becomeAccount('ada', 'of ada')
    expect(composer.slots[0].current()?.name).toBe('of-ada.jpg')
    await drafts.forget('ada')
    await drafts.forget('bob')
    for (const stop of stops) stop()
  })

  test('that a visitor left in an unopened form moves to the new account', async () => {
    await openPage('')
    const stop = followIdentity()
    const form = COMPOSERS.HEAD_TAIL
    changeSettings(form, { prompt: 'of the visitor' })
    await form.drafts.save()
    await changeAccountAndWait('ada')
    await changeAccountAndWait('')
    expect(form.state.settings.prompt).toBe('')
    expect(await form.drafts.read()).toBeUndefined()
    await changeAccountAndWait('ada')
    expect((await form.drafts.read())?.settings.prompt).toBe('of the visitor')
    await form.drafts.forget('ada')
    stop()
  })

  test('that is still being read when its session expires is shown to nobody else', async () => {
    await openPage('ada')
    const stop = followIdentity()
    await writeDraft('of ada')
    await becomeAccount('', '')
    await changeAccountAndWait('ada')
    const stopForm = followForm(composer)
    await becomeAccount('', '')
    await becomeAccount('ada', 'of ada')
    await drafts.forget('ada')
    stopForm()
    await changeAccountAndWait('')
    stop()
  })

  test('that was filled in before this tab knew the identity is removed when it is another one', async () => {
    await openPage('ada')
    await writeDraft('of ada')
    storeAccountCookie('')
    await rereadIdentity()
    const draftReads = state.draftReads
    const stop = followIdentity()
    await vi.waitFor(() => expect(state.draftReads).toBe(draftReads + 1))
    expect(state.settings.prompt).toBe('')
    await changeAccountAndWait('ada')
    expect((await drafts.read())?.settings.prompt).toBe('of ada')
    await drafts.forget('ada')
    stop()
  })

  test('is written as the account’s while this tab does not know of the logout', async () => {
    await openPage('ada')
    const stop = followIdentity()
    changeSettings(composer, { prompt: 'of ada' })
    storeAccountCookie('')
    await drafts.save()
    await changeAccountAndWait('')
    expect(await drafts.read()).toBeUndefined()
    await changeAccountAndWait('ada')
    expect((await drafts.read())?.settings.prompt).toBe('of ada')
    await drafts.forget('ada')
    await changeAccountAndWait('')
    stop()
  })

  test('is removed for good after a logout of the account', async () => {
    await openPage('ada')
    const stops = [followIdentity(), followForm(composer)]
    await writeDraft('of ada')
    markLeaving('ann')
    await becomeAccount('', '')
    await becomeAccount('ada', '')
    for (const stop of stops) stop()
  })
})

test('neither the login input nor a logout question survives the account', async () => {
  await openPage('ada')
  const stop = followIdentity()
  saveSignIn({ ...startSignIn('login', 'ada@example.org'), step: 'signUpCode' }, 0)
  leaveState.isAsking = true
  changeAccount('')
  return vi.waitFor(() => {
    expect(resumeSignIn('login', 0).email).toBe('')
    expect(leaveState.isAsking).toBe(false)
    stop()
  })
})

test('the shown account data is removed even where the next identity cannot be read', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await openPage('ada')
  const stop = followIdentity()
  answers.history = [adaCreation]
  await loadHistory()
  changeSettings(composer, { prompt: 'of ada' })
  expect(historyState.creations).toHaveLength(1)
  rereads.areBlocked = true
  changeAccount('')
  await vi.waitFor(() => expect(consoleError).toHaveBeenCalled())
  expect([state.settings.prompt, historyState.creations]).toEqual(['', []])
  rereads.areBlocked = false
  stop()
  consoleError.mockRestore()
})

test('the galleries’ opened items are forgotten with a logout, and likes on this device stay', async () => {
  await openPage('ada')
  const stop = followIdentity()
  rememberRecent('golden-hour')
  toggleLiked('first-snow')
  markLeaving('ann')
  changeAccount('')
  await vi.waitFor(() => expect(ownTemplates).toMatchObject({ recent: [], liked: ['first-snow'] }))
  stop()
})
