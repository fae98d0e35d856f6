import { beforeEach, expect, test, vi } from 'vitest'
import { fail, ok } from '#shared/result.ts'
import { GOOGLE_FAILURES } from '#src/account/google/google-login.ts'
import { createGoogleId } from '#src/account/google/offer-one-tap.ts'
import { createOneTap } from '#src/account/google/one-tap.ts'
import { idApi } from './fake-gis.ts'

type Listener = NonNullable<Parameters<typeof idApi.prompt>[0]>
type Moment = Parameters<Listener>[0]

let calls: string[]
let sendMoment: (moment: Partial<Moment>) => void
const page = { hasFedCm: true, isFree: true, isLoaded: true }

function createTestOneTap() {
  const api = {
    prompt(listener?: Listener) {
      calls.push('prompt')
      sendMoment = (moment) => listener?.(moment as Moment)
    },
    cancel: () => void calls.push('cancel'),
  }
  return createOneTap({
    getIdentityApi: async () => (page.isLoaded ? ok(api) : fail(GOOGLE_FAILURES.identityNotLoaded)),
    hasFedCm: () => page.hasFedCm,
    openDialog() {
      if (page.isFree) calls.push('dialog')
      return page.isFree
    },
    closeDialog: () => void calls.push('close'),
    onGone: () => void calls.push('gone'),
  })
}

beforeEach(() => {
  calls = []
  Object.assign(page, { hasFedCm: true, isFree: true, isLoaded: true })
})

test.each([
  ['a skipped moment', { getMomentType: () => 'skipped' as const }],
  ['a dismissed moment', { getMomentType: () => 'dismissed' as const }],
])('%s resets the visibility and opens no dialog', async (_name, moment) => {
  await createTestOneTap().show()
  sendMoment(moment)
  expect(calls).toEqual(['prompt', 'gone'])
})

test('a browser with the new moments only is supported, one that displays is unchanged', async () => {
  await createTestOneTap().show()
  sendMoment({ getMomentType: () => 'display', isNotDisplayed: () => false })
  sendMoment({ getMomentType: () => 'display' })
  expect(calls).toEqual(['prompt'])
})

test('a prompt that is not displayed opens the dialog', async () => {
  await createTestOneTap().show()
  sendMoment({ getMomentType: () => 'display', isNotDisplayed: () => true })
  expect(calls).toEqual(['prompt', 'dialog'])
})

test('a browser without FedCM gets the dialog and no prompt', async () => {
  page.hasFedCm = false
  await createTestOneTap().show()
  expect(calls).toEqual(['dialog'])
})

test('a dialog that would be in the way counts as skipped', async () => {
  Object.assign(page, { hasFedCm: false, isFree: false })
  await createTestOneTap().show()
  expect(calls).toEqual(['gone'])
})

test('a script that fails to load causes no error', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  page.isLoaded = false
  await createTestOneTap().show()
  expect(calls).toEqual(['gone'])
  expect(warn).toHaveBeenCalledWith('Google Identity Services failed to load')
  warn.mockRestore()
})

test('hiding cancels the prompt and closes the dialog, and moments of a hidden prompt are ignored', async () => {
  const oneTap = createTestOneTap()
  await oneTap.show()
  oneTap.hide()
  sendMoment({ getMomentType: () => 'dismissed' })
  sendMoment({ getMomentType: () => 'display', isNotDisplayed: () => true })
  expect(calls).toEqual(['prompt', 'cancel', 'close'])
})

test('a prompt hidden during the load of the script does not show', async () => {
  const oneTap = createTestOneTap()
  const showing = oneTap.show()
  oneTap.hide()
  await showing
  expect(calls).toEqual(['close'])
})

test('Google is initialised once, with FedCM and for browsers that block trackers', async () => {
  const initialize = vi.fn()
  const api = { ...idApi, initialize }
  const onCredential = vi.fn()
  const getId = createGoogleId({ gis: { id: async () => ok(api) }, clientId: 'client-1', onCredential })
  await Promise.all([getId(), getId()])
  expect(await getId()).toEqual(ok(api))
  expect(initialize.mock.calls).toEqual([
    [{ client_id: 'client-1', callback: onCredential, use_fedcm_for_prompt: true, itp_support: true }],
  ])
})

test('a failure to load is reported and can be retried', async () => {
  const id = vi.fn().mockResolvedValueOnce(fail(GOOGLE_FAILURES.identityNotLoaded)).mockResolvedValue(ok(idApi))
  const getId = createGoogleId({ gis: { id }, clientId: 'client-1', onCredential: vi.fn() })
  expect(await getId()).toMatchObject({ ok: false })
  expect(await getId()).toMatchObject({ ok: true })
})
