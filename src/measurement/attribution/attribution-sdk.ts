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

export interface AttributionDeps extends AskDeps {
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

  const memory = () => readSdkMemory(local.read(SDK_MEMORY_KEY))
  const running = () => (isRunning && memory() === 'free' ? sdk : undefined)

  /** Loads the SDK, initialises it once, and calls `first` with it. */
  async function run(signal: AbortSignal, first: (opened: Sdk) => void): Promise<Result<null, AttributionProblem>> {
    // The SDK always uses https, so it can't reach a server without it.
    if (address.protocol !== 'https:') return fail('off')
    if (!(await askTracker(deps, signal))) return fail('off')
    const info = await deps.requestAppInfo()
    const facts = checks.checkStart({ appToken: info?.app_key, environment: info?.app_environment })
    if (!facts.ok) return facts
    const opened = await deps.loadSdk().catch(() => undefined)
    if (opened === undefined) return fail('sdk_failed')
    if (signal.aborted) return fail('off')
    opened.restart()
    if (sdk === undefined)
      opened.initSdk({
        ...facts.value,
        urlStrategy: { domains: [address.host + TRACKER_PATH], useSubdomains: false },
        eventDeduplicationListLimit: DEDUPLICATION_LIST_LIMIT,
        logLevel: 'none',
        attributionCallback: (_, attribution) => storeAttribution(attribution),
      })
    sdk = opened
    opened.addGlobalCallbackParameters([{ key: TOKEN_PARAMETER, value: deps.userToken() }])
    first(opened)
    return ok(null)
  }

  function storeAttribution({ adid, network = '' }: { readonly adid: string; readonly network?: string }): void {
    if (running() === undefined) return
    local.write(LOCAL_KEYS.adjustAttribution, JSON.stringify({ adid, network, receivedAt: deps.nowMs() }))
  }

  return {
    async start(signal) {
      if (memory() === 'forgotten' || memory() === 'forgetting') return fail('off')
      const started = await run(signal, () => (isRunning = true))
      if (!started.ok) return started
      if (!isOnline) sdk?.switchToOfflineMode()
      const referrer = deps.referrer()
      if (referrer !== undefined) this.setReferrer(referrer)
      await deps.readAccount()
      return started
    },

    stop() {
      sdk?.stop()
      isRunning = false
      local.remove(LOCAL_KEYS.adjustAttribution)
    },

    async forget(signal) {
      local.remove(LOCAL_KEYS.adjustAttribution)
      if (memory() === 'forgotten') return ok(null)
      const opened = running()
      isRunning = false
      if (opened === undefined) return run(signal, (late) => late.gdprForgetMe())
      opened.gdprForgetMe()
      return ok(null)
    },

    setOnline(next) {
      if (next === isOnline) return
      isOnline = next
      if (next) running()?.switchBackToOnlineMode()
      else running()?.switchToOfflineMode()
    },

    setParameter(kind, key, value) {
      const checked = checks.checkParameterKind(kind)
      const opened = running()
      if (!checked.ok || opened === undefined) return checked.ok ? fail('off') : checked
      if (checked.value === 'callback') opened.addGlobalCallbackParameters([{ key, value }])
      else opened.addGlobalPartnerParameters([{ key, value }])
      return ok(null)
    },

    setReferrer(referrer) {
      const checked = checks.checkReferrer(referrer)
      if (checked.ok) running()?.setReferrer(checked.value)
      return checked.ok ? ok(null) : checked
    },

    share(request) {
      const checked = checks.checkSharing(request)
      const opened = running()
      if (!checked.ok || opened === undefined) return checked.ok ? fail('off') : checked
      const sharing = new opened.ThirdPartySharing(request.isAllowed)
      for (const entry of request.options ?? []) sharing.addGranularOption(...entry)
      for (const entry of request.settings ?? []) sharing.addPartnerSharingSetting(...entry)
      opened.trackThirdPartySharing(sharing)
      return ok(null)
    },

    async sendEvent(event) {
      const checked = checks.checkEvent(event)
      const opened = running()
      if (!checked.ok || opened === undefined) return checked.ok ? fail('off') : checked
      return opened.trackEvent(checked.value).then(
        () => ok(null),
        (error: unknown) => fail(ALREADY_TRACKED.test(wordsOf(error)) ? 'already_tracked' : 'sdk_failed'),
      )
    },

    status() {
      if (memory() === 'forgetting') return 'paused'
      return running() === undefined ? 'off' : 'on'
    },
  }
}

function wordsOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
}

interface AskDeps {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Waits for `ms`, or until the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Whether this server has a tracker. Retries with doubling pauses. False if the server never answers or the signal aborts. */
export async function askTracker({ fetch, wait }: AskDeps, signal: AbortSignal): Promise<boolean> {
  for (let tries = 0; tries <= TINIT_RETRIES && !signal.aborted; tries += 1) {
    if (tries > 0) await wait(TINIT_FIRST_WAIT_MS * 2 ** (tries - 1), signal)
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

const SOURCE = 'utm_source'
const UTM = [SOURCE, 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term']

/**
 * Where a visit came from, as SDK referrer: the campaign parameters of the entry address, else the referring site; undefined if
 * neither exists.
 */
export function landingReferrer(address: string, referrer: string): string | undefined {
  const asked = new URL(address)
  const utmParameters = new URLSearchParams(
    UTM.flatMap((name) => (asked.searchParams.get(name) === null ? [] : [[name, asked.searchParams.get(name) ?? '']])),
  )
  if (utmParameters.has(SOURCE)) return encodeURIComponent(String(utmParameters))
  const host = parseUrl(referrer)?.host ?? ''
  return host === '' || host === asked.host ? undefined : encodeURIComponent(`${SOURCE}=${host}&utm_medium=referral`)
}
