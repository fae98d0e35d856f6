import { type Result, fail } from '#shared/result.ts'
import { proxy } from '#src/store/state.ts'

/** The SDK's storage key for being disabled. */
export const SDK_MEMORY_KEY = 'adjust-sdk.p'

/** `paused`: a request to be forgotten that the server has not confirmed yet. */
export type AttributionStatus = 'off' | 'on' | 'paused'

/** Why attribution did nothing. The user never sees it directly. */
export type AttributionProblem =
  | 'off'
  | 'app_missing'
  | 'store_invalid'
  | 'event_token_missing'
  | 'revenue_invalid'
  | 'currency_missing'
  | 'already_tracked'
  | 'referrer_invalid'
  | 'parameter_kind_invalid'
  | 'option_incomplete'
  | 'setting_incomplete'
  | 'sdk_failed'

interface AttributionDoor {
  setSharing(isAllowed: boolean): Promise<Result<null, AttributionProblem>>
  forget(): Promise<Result<null, AttributionProblem>>
}

/** The known state of attribution in this browser. */
export const attributionState = proxy({
  status: 'off' as AttributionStatus,
  /** Attribution data was sent, so it can be forgotten. */
  isKnown: false,
  /** A request to be forgotten was made; it cannot be undone. */
  isForgotten: false,
  /** Whether partners receive the data, too. */
  isSharing: false,
})

let door: AttributionDoor | undefined

export async function setSharing(isAllowed: boolean): Promise<Result<null, AttributionProblem>> {
  return door === undefined ? fail('off') : door.setSharing(isAllowed)
}

/** Deletes all attribution data of this browser and stops attribution permanently. Irreversible. */
export async function forgetDevice(): Promise<Result<null, AttributionProblem>> {
  return door === undefined ? fail('off') : door.forget()
}

/** Sets the handler of these commands. */
export function runAttributionBy(runner: AttributionDoor): void {
  door = runner
}

/** The SDK's stored state: `stopped` by a general disable, `forgetting` until the server has confirmed it, then `forgotten` permanently. */
type SdkMemory = 'free' | 'stopped' | 'forgetting' | 'forgotten'

/** The SDK's two reasons for being disabled. */
const STOPPED_GENERALLY = 1
const STOPPED_TO_FORGET = 2

export function readSdkMemory(text: string | null): SdkMemory {
  const { r: reason, p: isPending } = readDisabled(text)
  if (reason === STOPPED_GENERALLY) return 'stopped'
  if (reason !== STOPPED_TO_FORGET) return 'free'
  return isPending === 1 || isPending === true ? 'forgetting' : 'forgotten'
}

function readDisabled(text: string | null): { readonly r?: unknown; readonly p?: unknown } {
  try {
    const memory = JSON.parse(text ?? '{}') as { readonly sd?: { readonly r?: unknown; readonly p?: unknown } | null } | null
    return memory?.sd ?? {}
  } catch {
    return {}
  }
}
