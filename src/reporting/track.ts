import type { TrackMode } from '#shared/domain/measurement-rules.ts'
import { preferences } from '../store/preferences.ts'

type TrackName = keyof TrackEvents
type TrackSink = <Name extends TrackName>(name: Name, payload: TrackEvents[Name]) => void

/** The maximum number of queued events. The start of the app produces fewer before the first sink is added. */
const MAX_PENDING_EVENTS = 50

const sinks = new Set<TrackSink>()
let pendingEvents: ((sink: TrackSink) => void)[] = []

/**
 * Sends a usage event to all sinks. Before the first sink is added, the event is queued if the user has consented, and else
 * dropped.
 */
export function track<Name extends TrackName>(name: Name, payload: TrackEvents[Name]): void {
  for (const sink of sinks) sink(name, payload)
  const mustQueue = sinks.size === 0 && pendingEvents.length < MAX_PENDING_EVENTS && preferences.usageConsent === 'granted'
  if (mustQueue) pendingEvents.push((sink) => sink(name, payload))
}

export function addTrackSink(sink: TrackSink): () => void {
  sinks.add(sink)
  const queuedEvents = pendingEvents
  pendingEvents = []
  for (const notify of queuedEvents) notify(sink)
  return () => sinks.delete(sink)
}

export function forgetPendingEvents(): void {
  pendingEvents = []
}

export type EntryWay = 'login' | 'register' | 'google' | 'one_tap'

interface Entry {
  readonly how: EntryWay
  readonly source: string
}

interface CodeUse {
  readonly purpose: 'sign_up' | 'reset'
}

interface Purchase {
  readonly sku_id: string
  readonly source: string
}

interface Failure {
  readonly fail_reason: string
}

interface WithMode {
  readonly name: TrackMode
}

/** A sent form. Fields that its kind does not have are missing. */
interface Form extends WithMode {
  /** The start of the prompt. */
  readonly prompt: string
  readonly parameter_time: string
  readonly setting_video: string
  readonly setting_number: number
  /** How closely the video follows the picture, from 0 to 1. */
  readonly relevance?: number
  readonly aimusic?: 0 | 1
  readonly templates?: string
  /** The id of the gallery item whose settings filled the form. */
  readonly explore?: string
}

/** Whether the balance was sufficient when the form was sent. */
interface Balance {
  readonly checkcredits: 'enough' | 'short' | 'unknown'
}

/** The kind of item in a viewer or list. */
type ShownKind = 'explore' | 'effect' | 'creation'

/** The item of a usage event. Only gallery items have an id; the id of a creation is not tracked. */
export interface ShownItem {
  readonly name: ShownKind
  readonly explore?: string
  readonly templates?: string
}

type NoPayload = Readonly<Record<string, never>>
type Outcome = { readonly result: 'success' } | ({ readonly result: 'fail' } & Failure)

/** The usage events by name. Rule: docs/measurement.md, "Usage". */
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
  /**
   * A commit was rejected, at once or later by the server. `checkcredits` is missing if a refused commit is sent again, because the balance
   * at its first press is not stored.
   */
  readonly create_fail: Form & Partial<Balance> & Failure
  readonly create_blocked: WithMode & { readonly checkcredits: 'short' }
  readonly create_result: WithMode & Outcome
  readonly prompt_suggest: WithMode & Outcome
  readonly viewer_open: ShownItem
  readonly template_use: WithMode & {
    readonly explore?: string
    readonly templates?: string
    readonly source: 'gallery' | 'viewer' | 'advertisement'
  }
  readonly creation_reuse: WithMode & { readonly source: 'settings' | 'last_frame' }
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
  readonly password_reset_success: NoPayload
  readonly password_reset_fail: Failure
  readonly profile_popup_open: NoPayload
  readonly account_settings_open: NoPayload
  readonly profile_update_success: NoPayload
  readonly profile_update_fail: Failure
  readonly purchase_start: Purchase
  readonly purchase_success: Purchase
  readonly purchase_fail: Purchase & Failure
  readonly subscription_history_open: NoPayload
  readonly cancel_retention_open: NoPayload
  readonly cancel_subscription_success: NoPayload
  readonly cancel_subscription_fail: Failure
}
