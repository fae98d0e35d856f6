import { expect, test } from 'vitest'
import { GOOGLE_CODE_RETRIES, GOOGLE_CODE_RETRY_PAUSE_MS } from '#shared/domain/google-rules.ts'
import { fail, ok } from '#shared/result.ts'
import { createCodeClient } from '#src/account/google/code-client.ts'
import { GOOGLE_FAILURES } from '#src/account/google/google-login.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { fakeOauth } from './fake-gis.ts'

const STATE = 'state-1'
const DISMISSED_RESULT = { ok: true, value: { kind: 'dismissed' } }

function createWorld(isThere = true) {
  const google = fakeOauth()
  const clock = createFakeClock()
  const script = { isThere, requests: 0 }
  const gis = {
    async oauth2() {
      script.requests += 1
      return script.isThere ? ok(google.api) : fail(GOOGLE_FAILURES.oauthNotLoaded)
    },
  }
  const client = createCodeClient({ gis, clientId: 'client-1', clock, makeState: () => STATE })
  return { google, clock, script, client }
}

async function openPopup() {
  const world = createWorld()
  await world.client.initialise()
  const result = world.client.requestCode()
  return { ...world, result }
}

test('the client is made once, with the scope and the popup', async () => {
  const { client, google } = createWorld()
  await Promise.all([client.initialise(), client.initialise()])
  await client.initialise()
  expect(google.configs.length).toBe(1)
  expect(google.configs[0]).toMatchObject({ client_id: 'client-1', scope: 'openid email profile', ux_mode: 'popup', state: STATE })
})

test('a ready client opens its popup within the press', async () => {
  const { google } = await openPopup()
  expect(google.popups.openCount).toBe(1)
})

test('the code of the answer is returned', async () => {
  const { google, result } = await openPopup()
  google.answer({ code: 'code-1', state: STATE })
  expect(await result).toEqual({ ok: true, value: { kind: 'code', code: 'code-1' } })
})

test('a closed popup and a denied access are no error', async () => {
  const closedPopup = await openPopup()
  closedPopup.google.fail('popup_closed')
  expect(await closedPopup.result).toEqual(DISMISSED_RESULT)
  const deniedPopup = await openPopup()
  deniedPopup.google.answer({ error: 'access_denied', state: STATE })
  expect(await deniedPopup.result).toEqual(DISMISSED_RESULT)
})

test.each([
  ['No authorization code received from Google', (google: ReturnType<typeof fakeOauth>) => google.answer({ state: STATE })],
  ['Google authentication failed', (google: ReturnType<typeof fakeOauth>) => google.answer({ error: 'server_error', state: STATE })],
  ['Google authentication failed', (google: ReturnType<typeof fakeOauth>) => google.fail('unknown')],
  ['Failed to start Google authentication', (google: ReturnType<typeof fakeOauth>) => google.fail('popup_failed_to_open')],
  ['Failed to process Google authentication', (google: ReturnType<typeof fakeOauth>) => google.answer({ code: 'c', state: 'foreign' })],
] as const)('%s', async (text, answerPopup) => {
  const { google, result } = await openPopup()
  answerPopup(google)
  expect(await result).toMatchObject({ ok: false, error: { text } })
})

test('a request fails if the browser throws when it opens the popup', async () => {
  const { google, client } = createWorld()
  await client.initialise()
  google.popups.isBroken = true
  expect(await client.requestCode()).toMatchObject({ ok: false, error: { text: 'Failed to start Google authentication' } })
})

test('a client that does not become ready fails with 40002 after three retries', async () => {
  const { client, clock, script } = createWorld(false)
  let isOver = false
  const result = client.requestCode().finally(() => (isOver = true))
  await clock.advance(GOOGLE_CODE_RETRIES * GOOGLE_CODE_RETRY_PAUSE_MS - 1)
  expect([script.requests, isOver]).toEqual([GOOGLE_CODE_RETRIES, false])
  await clock.advance(1)
  expect(await result).toMatchObject({ ok: false, error: { code: '40002' } })
})

test('a client that becomes ready in time opens the popup without another press', async () => {
  const { client, clock, script, google } = createWorld(false)
  const result = client.requestCode()
  await clock.advance(GOOGLE_CODE_RETRY_PAUSE_MS)
  script.isThere = true
  expect(google.popups.openCount).toBe(0)
  await clock.advance(2 * GOOGLE_CODE_RETRY_PAUSE_MS)
  expect(google.popups.openCount).toBe(1)
  google.answer({ code: 'code-1', state: STATE })
  expect(await result).toMatchObject({ ok: true })
})

test('a second press dismisses the first, and only the second is answered', async () => {
  const { client, google, result } = await openPopup()
  const secondResult = client.requestCode()
  expect(await result).toEqual(DISMISSED_RESULT)
  google.answer({ code: 'code-2', state: STATE })
  expect(await secondResult).toMatchObject({ value: { code: 'code-2' } })
})
