import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TINIT_FIRST_WAIT_MS, TINIT_RETRIES } from '#shared/domain/attribution-rules.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { askTracker, landingReferrer } from '#src/measurement/attribution/attribution-sdk.ts'
import { checkEvent, checkParameterKind, checkReferrer, checkSharing, checkStart } from '#src/measurement/attribution/attribution-checks.ts'
import { createAttributionRunner } from '#src/measurement/attribution/attribution-runner.ts'
import { readSdkMemory, SDK_MEMORY_KEY, attributionState } from '#src/measurement/attribution/attribution-state.ts'
import { createAttributionWorld } from './fake-sdk.ts'

const newSignal = () => neverAborted()

describe('attribution', () => {
  it('starts with the app’s key, sends the user token in the same turn, and loads the account', async () => {
    const world = createAttributionWorld()
    expect(world.attribution.status()).toBe('off')
    expect(await world.attribution.start(newSignal())).toEqual({ ok: true, value: null })
    expect(world.names()).toEqual(['load', 'restart', 'initSdk', 'addGlobalCallbackParameters', 'readAccount'])
    expect(world.calls[2]?.[1]).toMatchObject({
      appToken: 'app',
      environment: 'sandbox',
      urlStrategy: { domains: ['kinora.test/api/adjust'], useSubdomains: false },
      eventDeduplicationListLimit: 10,
    })
    expect(world.calls[3]?.[1]).toEqual([{ key: 'tk', value: 'token-1' }])
    expect(world.attribution.status()).toBe('on')
  })

  it('does not load the SDK over http, without a key, or where the server has no tracker', async () => {
    const worlds = [
      createAttributionWorld({ address: { protocol: 'http:', host: 'localhost' } }),
      createAttributionWorld({ requestAppInfo: async () => ({ app_key: null, app_environment: null }) }),
      createAttributionWorld({ requestAppInfo: async () => undefined }),
      createAttributionWorld({ fetch: async () => Response.json({ is_on: false }) }),
    ]
    for (const world of worlds) {
      expect(await world.attribution.start(newSignal())).toMatchObject({ ok: false })
      expect([world.calls, world.attribution.status()]).toEqual([[], 'off'])
    }
    expect(worlds[0]?.requestedPaths).toEqual([])
  })

  it('stays off where the SDK fails to load', async () => {
    const world = createAttributionWorld({ loadSdk: () => Promise.reject(new TypeError('network')) })
    expect(await world.attribution.start(newSignal())).toEqual({ ok: false, error: 'sdk_failed' })
    expect(world.attribution.status()).toBe('off')
  })

  it('is off when it is stopped, and on again when it is started again, without a second init', async () => {
    const world = createAttributionWorld()
    await world.attribution.start(newSignal())
    world.receive({ adid: 'a', network: 'letter' })
    expect(world.storedValues.get('adjustAttribution')).toBe('{"adid":"a","network":"letter","receivedAt":5}')
    world.attribution.stop()
    expect([world.attribution.status(), world.storedValues.has('adjustAttribution')]).toEqual(['off', false])
    world.receive({ adid: 'b' })
    expect(world.storedValues.has('adjustAttribution')).toBe(false)
    await world.attribution.start(newSignal())
    expect(world.attribution.status()).toBe('on')
    expect(world.names().filter((name) => name === 'initSdk')).toHaveLength(1)
  })

  it('is paused by a request to be forgotten, then off, and nothing starts it again', async () => {
    const world = createAttributionWorld()
    await world.attribution.start(newSignal())
    await world.attribution.forget(newSignal())
    expect(world.attribution.status()).toBe('paused')
    world.attribution.stop()
    expect(world.attribution.status()).toBe('paused')
    world.confirmForgetting()
    expect(world.attribution.status()).toBe('off')
    expect(await world.attribution.start(newSignal())).toEqual({ ok: false, error: 'off' })
    expect([world.attribution.status(), world.names().includes('gdprForgetMe')]).toEqual(['off', true])
  })

  it('can be forgotten after it was stopped, without a session in between', async () => {
    const world = createAttributionWorld()
    world.storedValues.set(SDK_MEMORY_KEY, '{"sd":{"r":1,"p":0}}')
    await world.attribution.forget(newSignal())
    expect(world.names()).toEqual(['load', 'restart', 'initSdk', 'addGlobalCallbackParameters', 'gdprForgetMe'])
    expect(world.attribution.status()).toBe('paused')
  })

  it('goes offline and back, also before it has started', async () => {
    const world = createAttributionWorld()
    world.attribution.setOnline(false)
    await world.attribution.start(newSignal())
    world.attribution.setOnline(true)
    world.attribution.setOnline(true)
    expect(world.names().filter((name) => String(name).startsWith('switch'))).toEqual(['switchToOfflineMode', 'switchBackToOnlineMode'])
  })

  it('sends events, and returns the fault of one as a code', async () => {
    const world = createAttributionWorld()
    expect(await world.attribution.sendEvent({ eventToken: 'e' })).toEqual({ ok: false, error: 'off' })
    await world.attribution.start(newSignal())
    expect(await world.attribution.sendEvent({ eventToken: 'e', revenue: 1.5, currency: 'USD' })).toMatchObject({ ok: true })
    expect(await world.attribution.sendEvent({ eventToken: '' })).toEqual({ ok: false, error: 'event_token_missing' })
    world.failEvents({ message: 'Event won’t be tracked, since it was previously tracked with the same deduplication id d1' })
    expect(await world.attribution.sendEvent({ eventToken: 'e', deduplicationId: 'd1' })).toEqual({ ok: false, error: 'already_tracked' })
    world.failEvents('no storage')
    expect(await world.attribution.sendEvent({ eventToken: 'e' })).toEqual({ ok: false, error: 'sdk_failed' })
    expect(world.calls.filter(([name]) => name === 'trackEvent')).toHaveLength(1)
  })

  it('shares in whole and by partner, sends a referrer, and stores parameters of two kinds', async () => {
    const world = createAttributionWorld({ referrer: () => 'utm_source%3Dletter' })
    expect(world.attribution.share({ isAllowed: true })).toEqual({ ok: false, error: 'off' })
    await world.attribution.start(newSignal())
    world.attribution.share({ isAllowed: false, options: [['p', 'k', 'v']], settings: [['p', 'all', false]] })
    world.attribution.setParameter('partner', 'k', 'v')
    expect(world.calls).toContainEqual([
      'share',
      false,
      [
        ['p', 'k', 'v'],
        ['p', 'all', false],
      ],
    ])
    expect(world.calls).toContainEqual(['setReferrer', 'utm_source%3Dletter'])
    expect(world.calls).toContainEqual(['addGlobalPartnerParameters', [{ key: 'k', value: 'v' }]])
  })
})

describe('attribution refuses', () => {
  it('events without a token, with money that is none, or money without a currency', () => {
    expect(checkEvent({ eventToken: ' ' })).toMatchObject({ error: 'event_token_missing' })
    for (const revenue of [-0.01, Number.NaN, Infinity, '1' as unknown as number])
      expect(checkEvent({ eventToken: 'e', revenue, currency: 'USD' }), String(revenue)).toMatchObject({ error: 'revenue_invalid' })
    expect(checkEvent({ eventToken: 'e', revenue: 1 })).toMatchObject({ error: 'currency_missing' })
    expect(checkEvent({ eventToken: 'e', revenue: 0, currency: 'USD' })).toMatchObject({ ok: true })
  })

  it('a start without app or environment, a store without a name, an invalid referrer, another kind of parameter', () => {
    const validStart = { appToken: 'a', environment: 'sandbox' }
    expect(checkStart(validStart)).toMatchObject({ ok: true })
    expect(checkStart({ ...validStart, storeInfo: { storeName: 'shop' } })).toMatchObject({ ok: true })
    for (const facts of [
      { ...validStart, appToken: null },
      { ...validStart, appToken: '' },
      { ...validStart, environment: 'test' },
    ])
      expect(checkStart(facts)).toMatchObject({ error: 'app_missing' })
    for (const storeInfo of ['shop', null, {}, { storeName: '' }, { storeName: 1 }])
      expect(checkStart({ ...validStart, storeInfo })).toMatchObject({ error: 'store_invalid' })
    for (const referrer of ['', 1, null, '%']) expect(checkReferrer(referrer)).toMatchObject({ error: 'referrer_invalid' })
    expect(checkParameterKind('session')).toMatchObject({ error: 'parameter_kind_invalid' })
  })

  it('options and settings without a partner, a name or a value', () => {
    for (const entry of [
      ['', 'k', 'v'],
      ['p', '', 'v'],
      ['p', 'k', ''],
    ] as const)
      expect(checkSharing({ isAllowed: true, options: [entry] })).toMatchObject({ error: 'option_incomplete' })
    for (const entry of [
      ['', 'k', true],
      ['p', '', true],
      ['p', 'k', undefined as unknown as boolean],
    ] as const)
      expect(checkSharing({ isAllowed: true, settings: [entry] })).toMatchObject({ error: 'setting_incomplete' })
    expect(checkSharing({ isAllowed: true, settings: [['p', 'k', false]] })).toMatchObject({ ok: true })
  })
})

describe('tinit', () => {
  it('is repeated TINIT_RETRIES times, with pauses that double from TINIT_FIRST_WAIT_MS', async () => {
    const waits: number[] = []
    const fetch = vi.fn(async () => new Response('no', { status: 502 }))
    expect(await askTracker({ fetch, wait: async (ms) => void waits.push(ms) }, newSignal())).toBe(false)
    expect(fetch).toHaveBeenCalledTimes(1 + TINIT_RETRIES)
    expect(waits).toEqual([1, 2, 4, 8, 16].map((times) => times * TINIT_FIRST_WAIT_MS))
  })

  it('ends with the first answer, and with an abort while it waits', async () => {
    const fetch = vi.fn(async () => Response.json({ is_on: true })).mockRejectedValueOnce(new TypeError('network'))
    expect(await askTracker({ fetch, wait: async () => undefined }, newSignal())).toBe(true)
    expect(fetch).toHaveBeenCalledTimes(2)
    const abortController = new AbortController()
    const failingFetch = vi.fn(() => Promise.reject(new TypeError('network')))
    expect(await askTracker({ fetch: failingFetch, wait: async () => abortController.abort() }, abortController.signal)).toBe(false)
    expect(failingFetch).toHaveBeenCalledTimes(1)
  })
})

describe('the page', () => {
  beforeEach(() => {
    Object.assign(attributionState, { status: 'off', isKnown: false, isForgotten: false, isSharing: false })
  })

  it('does nothing before consent, shares with nobody after it, and is off after its withdrawal', async () => {
    const world = createAttributionWorld()
    const runner = createAttributionRunner(world.attribution, world.local)
    await runner.setConsent(false)
    expect([world.calls, world.requestedPaths, [...world.storedValues]]).toEqual([[], [], []])
    await runner.setConsent(true)
    expect(world.calls.at(-1)).toEqual(['share', false, []])
    expect(attributionState).toMatchObject({ status: 'on', isKnown: true, isSharing: false })
    await runner.setSharing(true)
    expect(attributionState.isSharing).toBe(true)
    await runner.setConsent(false)
    expect(attributionState.status).toBe('off')
    await runner.setConsent(true)
    expect(world.names().filter((name) => name === 'share')).toHaveLength(2)
  })

  it('ends a running start when the consent is withdrawn', async () => {
    const world = createAttributionWorld()
    const runner = createAttributionRunner(world.attribution, world.local)
    const starting = runner.setConsent(true)
    await Promise.all([runner.setConsent(false), starting])
    expect([world.names().includes('initSdk'), attributionState.status]).toEqual([false, 'off'])
  })

  it('forgets only a known browser, once and for all', async () => {
    const world = createAttributionWorld()
    const runner = createAttributionRunner(world.attribution, world.local)
    await runner.forget()
    expect(world.calls).toEqual([])
    await runner.setConsent(true)
    await runner.forget()
    expect(attributionState).toMatchObject({ status: 'paused', isForgotten: true })
    world.confirmForgetting()
    await runner.setConsent(false)
    await runner.setConsent(true)
    expect(attributionState).toMatchObject({ status: 'off', isForgotten: true, isKnown: false })
  })

  it('continues with a request to be forgotten that the page before could not send', async () => {
    const world = createAttributionWorld()
    world.storedValues.set(SDK_MEMORY_KEY, '{"sd":{"r":2,"p":1}}')
    createAttributionRunner(world.attribution, world.local)
    await vi.waitFor(() => expect(world.names()).toContain('gdprForgetMe'))
  })

  it('sends a paid order once by its id, with its money', async () => {
    const world = createAttributionWorld()
    const runner = createAttributionRunner(world.attribution, world.local)
    await runner.setConsent(true)
    const purchaseEvent = (deduplicationId: string, revenue: number, currency: string) => [
      'trackEvent',
      { eventToken: 'purchase', deduplicationId, revenue, currency },
    ]
    await runner.trackPayment({ payOrderId: 'o1', amountCents: 999, currencyCode: 'USD' })
    expect(world.calls.at(-1)).toEqual(purchaseEvent('o1', 9.99, 'USD'))
    await runner.trackPayment({ payOrderId: 'o2', amountCents: 750, currencyCode: 'JPY' })
    expect(world.calls.at(-1)).toEqual(purchaseEvent('o2', 750, 'JPY'))
  })
})

it('has the source of the visit from its first address, or from the referring site', () => {
  const readReferrer = (address: string, referrer = '') => {
    const encodedReferrer = landingReferrer(address, referrer)
    return encodedReferrer === undefined ? undefined : decodeURIComponent(encodedReferrer)
  }
  expect(readReferrer('https://kinora.test/?utm_source=a%26b&utm_campaign=c&token=secret')).toBe('utm_source=a%26b&utm_campaign=c')
  expect(readReferrer('https://kinora.test/', 'https://elsewhere.test/path?q=words')).toBe('utm_source=elsewhere.test&utm_medium=referral')
  expect([readReferrer('https://kinora.test/', 'https://kinora.test/home'), readReferrer('https://kinora.test/?utm_medium=x')]).toEqual([
    undefined,
    undefined,
  ])
})

it('reads from the SDK’s own record whether it is disabled', () => {
  const readMemory = (text: string | null) => readSdkMemory(text)
  expect(['{"sd":{"r":1,"p":0}}', '{"sd":{"r":2,"p":1}}', '{"sd":{"r":2,"p":0}}', '{"sd":null}', 'broken', null].map(readMemory)).toEqual([
    'stopped',
    'forgetting',
    'forgotten',
    'free',
    'free',
    'free',
  ])
})
