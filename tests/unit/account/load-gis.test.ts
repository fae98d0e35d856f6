import { expect, test } from 'vitest'
import { GIS_POLL_MS, GIS_POLLS_MAX } from '#shared/domain/google-rules.ts'
import { createGisLoader } from '#src/account/google/google-services.ts'
import { createFakeClock } from '../platform/fake-clock.ts'
import { fakeOauth, fakePage, idApi } from './fake-gis.ts'

const SRC = 'https://gis.test/client'

function createWorld() {
  const page = fakePage()
  const clock = createFakeClock()
  return { ...page, clock, gis: createGisLoader({ src: SRC, document: page.document, window: page.window, clock }) }
}

test('one script tag serves all callers, and each half is returned as soon as it is loaded', async () => {
  const { gis, tags, window, clock } = createWorld()
  const id = gis.id()
  const oauth2 = gis.oauth2()
  expect(tags.map(({ src }) => src)).toEqual([SRC])
  await clock.advance(GIS_POLL_MS)
  window.google = { accounts: { id: idApi } }
  await clock.advance(GIS_POLL_MS)
  expect(await id).toEqual({ ok: true, value: idApi })
  const { api } = fakeOauth()
  window.google = { accounts: { id: idApi, oauth2: api } }
  await clock.advance(GIS_POLL_MS)
  expect(await oauth2).toEqual({ ok: true, value: api })
  expect(await gis.id()).toEqual({ ok: true, value: idApi })
  expect(tags.length).toBe(1)
})

test('the window is polled every 100 ms, 50 times and no more', async () => {
  const { gis, window, clock } = createWorld()
  let polls = 0
  Object.defineProperty(window, 'google', {
    get() {
      polls += 1
      return undefined
    },
  })
  let isOver = false
  const id = gis.id().finally(() => (isOver = true))
  expect(polls).toBe(1)
  await clock.advance(GIS_POLL_MS * GIS_POLLS_MAX - 1)
  expect([polls, isOver]).toEqual([GIS_POLLS_MAX, false])
  await clock.advance(1)
  expect([polls, isOver]).toEqual([GIS_POLLS_MAX + 1, true])
  expect(await id).toMatchObject({ ok: false, error: { text: 'Google Identity Services failed to load' } })
})

test('the OAuth half reports under its own name that it is missing', async () => {
  const { gis, window, clock } = createWorld()
  window.google = { accounts: { id: idApi } }
  const oauth2 = gis.oauth2()
  await clock.advance(GIS_POLL_MS * GIS_POLLS_MAX)
  expect(await oauth2).toMatchObject({ ok: false, error: { text: 'Google OAuth2 Services failed to load' } })
})

test('nobody waits for a failed script, and the next caller loads it again', async () => {
  const { gis, tags, window, clock } = createWorld()
  const firstLoad = gis.id()
  tags[0]?.fail()
  await clock.advance(GIS_POLL_MS)
  expect(await firstLoad).toMatchObject({ ok: false })
  expect(tags[0]?.isThere).toBe(false)
  const secondLoad = gis.id()
  expect(tags.length).toBe(2)
  window.google = { accounts: { id: idApi } }
  await clock.advance(GIS_POLL_MS)
  expect(await secondLoad).toMatchObject({ ok: true })
})
