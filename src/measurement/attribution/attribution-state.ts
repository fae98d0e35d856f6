import type { Result } from '#shared/result.ts'
import { fail } from '#shared/result.ts'
import { proxy } from '#src/platform/state.ts'

/** `paused`: this browser is to be forgotten, and the server has not confirmed it yet. */
export type AttributionStatus = 'off' | 'on' | 'paused'

/** Why attribution did not do something; never shown as it is. */
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

/** What is known of attribution here. */
export const attributionState = proxy({
  status: 'off' as AttributionStatus,
  /** Something was told of this browser, so there is something to forget. */
  isKnown: false,
  /** It was asked to be forgotten, which nothing undoes. */
  isForgotten: false,
  /** Whether others may be told, too. */
  isSharing: false,
})

let door: AttributionDoor | undefined

/** Lets others be told where this person came from, or not. */
export async function setSharing(isAllowed: boolean): Promise<Result<null, AttributionProblem>> {
  return door === undefined ? fail('off') : door.setSharing(isAllowed)
}

/** Has everything deleted that was told of this browser, and nothing told ever again. There is no way back. */
export async function forgetDevice(): Promise<Result<null, AttributionProblem>> {
  return door === undefined ? fail('off') : door.forget()
}

/** Whoever runs attribution answers from now on. */
export function runAttributionBy(runner: AttributionDoor): void {
  door = runner
}
