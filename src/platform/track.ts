import type { TrackMode } from '#shared/domain/measurement-rules.ts'
import { preferences } from './preferences.ts'

type TrackName = keyof TrackEvents
type TrackSink = <Name extends TrackName>(name: Name, payload: TrackEvents[Name]) => void

/** More than a start brings before somebody listens. */
const MAX_HELD = 50

const sinks = new Set<TrackSink>()
let held: ((sink: TrackSink) => void)[] = []

/** Tells every sink. Before the first one comes an event waits for it, if it may be told at all; else nobody hears of it. */
export function track<Name extends TrackName>(name: Name, payload: TrackEvents[Name]): void {
  for (const sink of sinks) sink(name, payload)
  const mayWait = sinks.size === 0 && held.length < MAX_HELD && preferences.usageConsent === 'granted'
  if (mayWait) held.push((sink) => sink(name, payload))
}

export function addTrackSink(sink: TrackSink): () => void {
  sinks.add(sink)
  const waiting = held
  held = []
  for (const tell of waiting) tell(sink)
  return () => sinks.delete(sink)
}

/** What waits for a listener is not to be told any more. */
export function forgetHeldEvents(): void {
  held = []
}

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

interface Failure {
  readonly fail_reason: string
}

/** The three kinds of video by `name`. */
interface OfMode {
  readonly name: TrackMode
}

/** One form as it was sent; what its kind does not have is left out. */
interface Form extends OfMode {
  /** The first words. */
  readonly prompt: string
  readonly parameter_time: string
  readonly setting_video: string
  readonly setting_number: number
  /** How close the video stays to the picture, from 0 to 1. */
  readonly relevance?: number
  readonly aimusic?: 0 | 1
  /** The effect. */
  readonly templates?: string
  /** The item of the gallery whose settings filled the form. */
  readonly explore?: string
}

/** Whether the balance of the moment was enough. */
interface Balance {
  readonly checkcredits: 'enough' | 'short' | 'unknown'
}

/** What a viewer or a list shows. */
type ShownKind = 'explore' | 'effect' | 'creation'

/** An item of the galleries by its own id; a creation names nothing. */
export interface ShownItem {
  readonly name: ShownKind
  readonly explore?: string
  readonly templates?: string
}

type Nothing = Readonly<Record<string, never>>
type Outcome = { readonly result: 'success' } | ({ readonly result: 'fail' } & Failure)

/** What may be told about use, by name. Rule: docs/measurement.md, "Usage". */
export interface TrackEvents {
  readonly page_view: {
    readonly page_path: string
    readonly page_location: string
    readonly page_title: string
    readonly name: string
    readonly search: string
  }
  readonly web_vital: { readonly name: string; readonly value: number; readonly result: string }
  readonly create_commit: Form & Balance
  /** Refused where it was sent, or by the server later; of one that is sent again the balance of its first moment is not known. */
  readonly create_fail: Form & Partial<Balance> & Failure
  readonly create_blocked: OfMode & { readonly checkcredits: 'short' }
  readonly create_result: OfMode & Outcome
  readonly prompt_suggest: OfMode & Outcome
  readonly viewer_open: ShownItem
  readonly template_use: OfMode & {
    readonly explore?: string
    readonly templates?: string
    readonly source: 'gallery' | 'viewer' | 'advertisement'
  }
  readonly creation_reuse: OfMode & { readonly source: 'settings' | 'last_frame' }
  readonly video_download: ShownItem
  readonly video_share: ShownItem
  readonly copy_link: ShownItem
  readonly copy_prompt: ShownItem
  readonly video_collect: { readonly setting_number: number; readonly result: 'added' | 'removed' }
  readonly video_delete: { readonly setting_number: number }
  readonly zip_download: { readonly setting_number: number }
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
}
