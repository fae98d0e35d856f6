import { PURCHASE_EVENT } from '#shared/domain/attribution-rules.ts'
import { decimalText } from '#shared/domain/currencies.ts'
import { type Result, ok } from '#shared/result.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { type AttributionProblem, attributionState, readSdkMemory, SDK_MEMORY_KEY } from './attribution-state.ts'
import { retryUntilSuccess } from '#src/browser/retry.ts'
import { type Attribution, type AttributionDeps, TOKEN_PARAMETER } from './attribution-sdk.ts'

interface PaidOrder {
  readonly payOrderId: string
  readonly amountCents: number
  readonly currencyCode: string
}

/** Runs the attribution of a page: one command at a time, with the state in `attributionState`. */
export interface AttributionRunner {
  /** Called with the user's consent, at first and on each change. */
  setConsent(isAgreed: boolean): Promise<void>
  setSharing(isAllowed: boolean): Promise<Result<null, AttributionProblem>>
  forget(): Promise<Result<null, AttributionProblem>>
  setOnline(isOnline: boolean): void
  setToken(userToken: string): void
  trackPayment(order: PaidOrder): Promise<void>
}

export function createAttributionRunner(attribution: Attribution, local: AttributionDeps['local']): AttributionRunner {
  let startController = new AbortController()
  let isAgreed: boolean | undefined
  let commandQueue = Promise.resolve()

  function updateState(): void {
    const storedChoice = local.read(LOCAL_KEYS.attributionSharing)
    const sdkMemory = readSdkMemory(local.read(SDK_MEMORY_KEY))
    Object.assign(attributionState, {
      status: attribution.status(),
      isKnown: storedChoice !== null && sdkMemory !== 'forgotten',
      isForgotten: sdkMemory === 'forgetting' || sdkMemory === 'forgotten',
      isSharing: storedChoice === 'enable',
    })
  }

  function share(isAllowed: boolean): Result<null, AttributionProblem> {
    const result = attribution.share({ isAllowed })
    if (result.ok) local.write(LOCAL_KEYS.attributionSharing, isAllowed ? 'enable' : 'disable')
    updateState()
    return result
  }

  /** Waits until the server has confirmed the deletion request. If the page is closed, the next page continues to wait. */
  function finishForgetting(): void {
    void retryUntilSuccess(async () => {
      updateState()
      return attribution.status() !== 'paused'
    })
  }

  async function start(): Promise<void> {
    await attribution.start(startController.signal)
    // Data is not shared with partners until the user allows that.
    if (attribution.status() === 'on' && local.read(LOCAL_KEYS.attributionSharing) === null) share(false)
  }

  if (readSdkMemory(local.read(SDK_MEMORY_KEY)) === 'forgetting') void attribution.forget(startController.signal).then(finishForgetting)
  updateState()

  return {
    async setConsent(isAgreedNow) {
      if (isAgreedNow === isAgreed) return commandQueue
      isAgreed = isAgreedNow
      startController.abort()
      startController = new AbortController()
      if (!isAgreedNow) attribution.stop()
      commandQueue = commandQueue.then(() => (isAgreed === true && isAgreedNow ? start() : undefined)).then(updateState)
      return commandQueue
    },
    setSharing: async (isAllowed) => share(isAllowed),
    async forget() {
      if (!attributionState.isKnown) return ok(null)
      isAgreed = false
      startController.abort()
      const result = await attribution.forget(neverAborted())
      updateState()
      if (result.ok) finishForgetting()
      return result
    },
    setOnline: (isOnline) => attribution.setOnline(isOnline),
    setToken: (userToken) => void attribution.setParameter('callback', TOKEN_PARAMETER, userToken),
    async trackPayment({ payOrderId, amountCents, currencyCode: currency }) {
      const revenue = Number(decimalText(amountCents, currency))
      // The order's id is the key, so that each payment is tracked once, even if several tabs report it.
      await attribution.sendEvent({ eventToken: PURCHASE_EVENT, deduplicationId: payOrderId, revenue, currency })
    },
  }
}
