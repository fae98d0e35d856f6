/** How somebody got in, or tried to. */
export type EntryWay = 'login' | 'register' | 'google' | 'one_tap'

interface Entry {
  readonly how: EntryWay
  readonly source: string
}

/** What a code by mail is for. */
interface CodeUse {
  readonly purpose: 'sign_up' | 'reset'
}

/** What is bought, and where the button stood. */
interface Purchase {
  readonly sku_id: string
  readonly source: string
}

type Nothing = Readonly<Record<string, never>>

interface Failure {
  readonly fail_reason: string
}

/** What may be told about use, by name. */
export interface TrackEvents {
  readonly create_commit: { readonly parameter_time: string; readonly setting_video: string; readonly setting_number: number }
  readonly create_fail: Failure
  readonly login_success: Entry
  readonly login_fail: Entry & Failure
  readonly register_success: Entry
  readonly register_fail: Entry & Failure
  readonly logout: { readonly had_unsent: boolean }
  readonly verification_code_success: CodeUse
  readonly verification_code_fail: CodeUse & Failure
  readonly password_reset_success: Nothing
  readonly password_reset_fail: Failure
  readonly profile_popup_open: Nothing
  readonly account_settings_open: Nothing
  readonly profile_update_success: Nothing
  readonly profile_update_fail: Failure
  readonly purchase_start: Purchase
  readonly purchase_success: Purchase
  readonly purchase_fail: Purchase & Failure
  readonly subscription_history_open: Nothing
  readonly cancel_retention_open: Nothing
  readonly cancel_subscription_success: Nothing
  readonly cancel_subscription_fail: Failure
  readonly create_result: { readonly result: 'success' | 'fail' }
}
export type TrackName = keyof TrackEvents
export type TrackSink = <Name extends TrackName>(name: Name, payload: TrackEvents[Name]) => void

const sinks = new Set<TrackSink>()

/** Tells every sink; without one, nobody. */
export function track<Name extends TrackName>(name: Name, payload: TrackEvents[Name]): void {
  for (const sink of sinks) sink(name, payload)
}

export function addTrackSink(sink: TrackSink): () => void {
  sinks.add(sink)
  return () => sinks.delete(sink)
}
