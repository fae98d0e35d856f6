import type Adjust from '@adjustcom/adjust-web-sdk'
import type { AppInfo } from '#shared/api/app-info.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { DEDUPLICATION_LIST_LIMIT, TRACKER_PATH, TINIT_FIRST_WAIT_MS, TINIT_RETRIES } from '#shared/domain/attribution-rules.ts'
import { parseUrl } from '#shared/parse-url.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { type AttributionProblem, type AttributionStatus, readSdkMemory, SDK_MEMORY_KEY } from './attribution-state.ts'
import * as checks from './attribution-checks.ts'

/** The name of the parameter that sends the page's user token with sessions and events. */
export const TOKEN_PARAMETER = 'tk'
const ALREADY_TRACKED = /previously tracked/

export type Sdk = typeof Adjust

export interface AttributionDeps extends TrackerDeps {
  readonly loadSdk: () => Promise<Sdk>
  readonly requestAppInfo: () => Promise<Pick<AppInfo, 'app_key' | 'app_environment'> | undefined>
  readonly readAccount: () => Promise<unknown>
  readonly userToken: () => string
  readonly address: { readonly protocol: string; readonly host: string }
  /** Returns where the visit came from (see `landingReferrer`); undefined if unknown. */
  readonly referrer: () => string | undefined
  readonly local: { read(key: string): string | null; write(key: string, value: string): void; remove(key: string): void }
  readonly nowMs: () => number
}

/** The attribution SDK, loaded after consent. Rule: docs/measurement.md, "Attribution". */
export interface Attribution {
  start(signal: AbortSignal): Promise<Result<null, AttributionProblem>>
  /** Stops the SDK. It stays off until the next `start`. */
  stop(): void
  /**
   * Requests the deletion of the device's data. Attribution is paused until the server has confirmed the request, then off
   * permanently.
   */
  forget(signal: AbortSignal): Promise<Result<null, AttributionProblem>>
  setOnline(isOnline: boolean): void
  setParameter(kind: 'callback' | 'partner', key: string, value: string): Result<null, AttributionProblem>
  setReferrer(referrer: string): Result<null, AttributionProblem>
  share(request: checks.SharingRequest): Result<null, AttributionProblem>
  sendEvent(event: checks.AttributionEvent): Promise<Result<null, AttributionProblem>>
  status(): AttributionStatus
}

export function createAttribution(deps: AttributionDeps): Attribution {
  const { local, address } = deps
  let sdk: Sdk | undefined
  let isRunning = false
  let isOnline = true

  const readMemory = () => readSdkMemory(local.read(SDK_MEMORY_KEY))
  const runningSdk = () => (isRunning && readMemory() === 'free' ? sdk : undefined)

  /** Loads the SDK, initialises it once, and calls `onReady` with it. */
  async function loadAndRun(signal: AbortSignal, onReady: (loadedSdk: Sdk) => void): Promise<Result<null, AttributionProblem>> {
    // The SDK always uses https, so it can't reach a server without https.
    if (address.protocol !== 'https:') return fail('off')
    if (!(await askTracker(deps, signal))) return fail('off')
    const info = await deps.requestAppInfo()
    const startParameters = checks.checkStart({ appToken: info?.app_key, environment: info?.app_environment })
    if (!startParameters.ok) return startParameters
    const loadedSdk = await deps.loadSdk().catch(() => undefined)
    if (loadedSdk === undefined) return fail('sdk_failed')
    if (signal.aborted) return fail('off')
    loadedSdk.restart()
    if (sdk === undefined)
      loadedSdk.initSdk({
        ...startParameters.value,
        urlStrategy: { domains: [address.host + TRACKER_PATH], useSubdomains: false },
        eventDeduplicationListLimit: DEDUPLICATION_LIST_LIMIT,
        logLevel: 'none',
        attributionCallback: (_, attribution) => storeAttribution(attribution),
      })
    sdk = loadedSdk
    loadedSdk.addGlobalCallbackParameters([{ key: TOKEN_PARAMETER, value: deps.userToken() }])
    onReady(loadedSdk)
    return ok(null)
  }

  function storeAttribution({ adid, network = '' }: { readonly adid: string; readonly network?: string }): void {
    if (runningSdk() === undefined) return
    local.write(LOCAL_KEYS.adjustAttribution, JSON.stringify({ adid, network, receivedAt: deps.nowMs() }))
  }

  return {
    async start(signal) {
      if (readMemory() === 'forgotten' || readMemory() === 'forgetting') return fail('off')
      const result = await loadAndRun(signal, () => (isRunning = true))
      if (!result.ok) return result
      if (!isOnline) sdk?.switchToOfflineMode()
      const referrer = deps.referrer()
      if (referrer !== undefined) this.setReferrer(referrer)
      await deps.readAccount()
      return result
    },

    stop() {
      sdk?.stop()
      isRunning = false
      local.remove(LOCAL_KEYS.adjustAttribution)
    },

    async forget(signal) {
      local.remove(LOCAL_KEYS.adjustAttribution)
      if (readMemory() === 'forgotten') return ok(null)
      const activeSdk = runningSdk()
      isRunning = false
      if (activeSdk === undefined) return loadAndRun(signal, (loadedSdk) => loadedSdk.gdprForgetMe())
      activeSdk.gdprForgetMe()
      return ok(null)
    },

    setOnline(isOnlineNow) {
      if (isOnlineNow === isOnline) return
      isOnline = isOnlineNow
      if (isOnlineNow) runningSdk()?.switchBackToOnlineMode()
      else runningSdk()?.switchToOfflineMode()
    },

    setParameter(kind, key, value) {
      const checkResult = checks.checkParameterKind(kind)
      const activeSdk = runningSdk()
      if (!checkResult.ok || activeSdk === undefined) return checkResult.ok ? fail('off') : checkResult
      if (checkResult.value === 'callback') activeSdk.addGlobalCallbackParameters([{ key, value }])
      else activeSdk.addGlobalPartnerParameters([{ key, value }])
      return ok(null)
    },

    setReferrer(referrer) {
      const checkResult = checks.checkReferrer(referrer)
      if (checkResult.ok) runningSdk()?.setReferrer(checkResult.value)
      return checkResult.ok ? ok(null) : checkResult
    },

    share(request) {
      const checkResult = checks.checkSharing(request)
      const activeSdk = runningSdk()
      if (!checkResult.ok || activeSdk === undefined) return checkResult.ok ? fail('off') : checkResult
      const sharing = new activeSdk.ThirdPartySharing(request.isAllowed)
      for (const entry of request.options ?? []) sharing.addGranularOption(...entry)
      for (const entry of request.settings ?? []) sharing.addPartnerSharingSetting(...entry)
      activeSdk.trackThirdPartySharing(sharing)
      return ok(null)
    },

    async sendEvent(event) {
      const checkResult = checks.checkEvent(event)
      const activeSdk = runningSdk()
      if (!checkResult.ok || activeSdk === undefined) return checkResult.ok ? fail('off') : checkResult
      return activeSdk.trackEvent(checkResult.value).then(
        () => ok(null),
        (error: unknown) => fail(ALREADY_TRACKED.test(messageOf(error)) ? 'already_tracked' : 'sdk_failed'),
      )
    },

    status() {
      if (readMemory() === 'forgetting') return 'paused'
      return runningSdk() === undefined ? 'off' : 'on'
    },
  }
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
}

interface TrackerDeps {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Waits for `ms`, or until the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Whether this server has a tracker. Retries with doubling pauses. False if the server never answers or the signal aborts. */
export async function askTracker({ fetch, wait }: TrackerDeps, signal: AbortSignal): Promise<boolean> {
  for (let tryCount = 0; tryCount <= TINIT_RETRIES && !signal.aborted; tryCount += 1) {
    if (tryCount > 0) await wait(TINIT_FIRST_WAIT_MS * 2 ** (tryCount - 1), signal)
    if (signal.aborted) return false
    const answer = await fetch(`${TRACKER_PATH}/tinit`, { cache: 'no-store', signal }).then(readAnswer, () => undefined)
    if (answer !== undefined) return answer
  }
  return false
}

/** Reads the server's answer; undefined if it is invalid. */
async function readAnswer(response: Response): Promise<boolean | undefined> {
  if (!response.ok) return undefined
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'is_on' in body ? body.is_on === true : undefined
}

const SOURCE_NAME = 'utm_source'
const UTM_NAMES = [SOURCE_NAME, 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term']

/**
 * Where a visit came from, as SDK referrer: the campaign parameters of the entry address, else the referring site; undefined if
 * neither exists.
 */
export function landingReferrer(address: string, referrer: string): string | undefined {
  const entryUrl = new URL(address)
  const utmParameters = new URLSearchParams(
    UTM_NAMES.flatMap((name) => (entryUrl.searchParams.get(name) === null ? [] : [[name, entryUrl.searchParams.get(name) ?? '']])),
  )
  if (utmParameters.has(SOURCE_NAME)) return encodeURIComponent(String(utmParameters))
  const host = parseUrl(referrer)?.host ?? ''
  return host === '' || host === entryUrl.host ? undefined : encodeURIComponent(`${SOURCE_NAME}=${host}&utm_medium=referral`)
}
