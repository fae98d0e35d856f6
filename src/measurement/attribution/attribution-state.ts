import { type Result, fail } from '#shared/result.ts'
import { proxy } from '#src/store/state.ts'

/** The localStorage key under which the attribution SDK stores whether it is disabled, and why. */
export const SDK_MEMORY_KEY = 'adjust-sdk.p'

/** `paused`: the user has requested the deletion of the attribution data, and the attribution server has not confirmed it yet. */
export type AttributionStatus = 'off' | 'on' | 'paused'

/** Why a call to the attribution had no effect. The user never sees these codes directly. */
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

interface AttributionCommands {
  setSharing(isAllowed: boolean): Promise<Result<null, AttributionProblem>>
  forget(): Promise<Result<null, AttributionProblem>>
}

/** The state of attribution in this browser, for the settings. */
export const attributionState = proxy({
  status: 'off' as AttributionStatus,
  /** Whether attribution data was sent from this browser, so that its deletion can be requested. */
  isKnown: false,
  /** Whether the user has requested the deletion of the attribution data. The request can't be undone. */
  isForgotten: false,
  /** Whether advertising partners receive the data too. */
  isSharing: false,
})

let commands: AttributionCommands | undefined

export async function setSharing(isAllowed: boolean): Promise<Result<null, AttributionProblem>> {
  return commands === undefined ? fail('off') : commands.setSharing(isAllowed)
}

/** Requests the deletion of this browser's attribution data and stops attribution permanently. */
export async function forgetDevice(): Promise<Result<null, AttributionProblem>> {
  return commands === undefined ? fail('off') : commands.forget()
}

/** Sets the object that runs `setSharing` and `forgetDevice`. Without it, both return the error `off`. */
export function runAttributionBy(runner: AttributionCommands): void {
  commands = runner
}

/**
 * What the SDK has stored. `stopped`: the SDK is disabled. `forgetting`: a deletion request is not confirmed by the server yet.
 * `forgotten`: the deletion is confirmed, and the SDK is disabled permanently.
 */
type SdkMemory = 'free' | 'stopped' | 'forgetting' | 'forgotten'

/** The values of the stored field `r`, the reason why the SDK is disabled. */
const STOP_REASON_GENERAL = 1
const STOP_REASON_FORGET = 2

export function readSdkMemory(text: string | null): SdkMemory {
  const { r: reason, p: isPending } = readStopReason(text)
  if (reason === STOP_REASON_GENERAL) return 'stopped'
  if (reason !== STOP_REASON_FORGET) return 'free'
  return isPending === 1 || isPending === true ? 'forgetting' : 'forgotten'
}

function readStopReason(text: string | null): { readonly r?: unknown; readonly p?: unknown } {
  try {
    const memory = JSON.parse(text ?? '{}') as { readonly sd?: { readonly r?: unknown; readonly p?: unknown } | null } | null
    return memory?.sd ?? {}
  } catch {
    return {}
  }
}
