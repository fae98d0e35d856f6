import type { Channel } from '#shared/browser/open-channel.ts'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import type { HubCommands } from '#shared/contract/hub-contract.ts'
import type { Clock } from '#shared/clock.ts'
import { anySignal } from '#shared/any-signal.ts'

/** Messages between hub nodes. A node with another protocol version can parse the envelope and the kinds, but not the calls. */
type WireBody =
  | { readonly kind: 'who' }
  | { readonly kind: 'lead' }
  | { readonly kind: 'yield'; readonly to: string }
  | { readonly kind: 'call'; readonly callId: string; readonly method: string; readonly args: readonly unknown[] }
  | { readonly kind: 'ack'; readonly to: string; readonly callId: string }
  | { readonly kind: 'answer'; readonly to: string; readonly callId: string; readonly outcome: CallOutcome }

export type CallOutcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'bug'; readonly message: string }
  | { readonly kind: 'outdated' }

export type WireMessage = WireBody & { readonly protocol: number; readonly build: number; readonly from: string }

export interface HubWire {
  post(body: WireBody): void
  listen(listener: (message: WireMessage) => void): void
}

/** The connection of one node over a channel. Every message carries protocol, build and sender. */
export function createHubWire(channel: Pick<Channel, 'postMessage' | 'addEventListener'>, nodeId: string, build: number): HubWire {
  return {
    post: (body) => channel.postMessage({ ...body, protocol: PROTOCOL_VERSION, build, from: nodeId } satisfies WireMessage),
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<WireMessage>) => listener(data)),
  }
}

/** An owner without an acknowledgement for this time counts as frozen, in ms. */
export const FROZEN_AFTER_MS = 1500
/**
 * The time after which an unanswered call is dropped, in ms. By then the caller has given up, and the call must not run after a newer one.
 */
const CALL_LIFETIME_MS = 60_000

export type Method = keyof HubCommands
/** Runs a call. Returns undefined if the owner lost its lock during the call; the next owner answers the call then. */
type RunCall = (method: Method, args: readonly unknown[]) => Promise<CallOutcome | undefined>

interface PendingCall {
  readonly method: Method
  readonly args: readonly unknown[]
  readonly openedAtMs: number
  readonly settle: (outcome: CallOutcome) => void
  /** Aborts when the owner has acknowledged the call, or when the call is sent to another owner. */
  acknowledged: AbortController
}

interface PendingCalls {
  /** Stores a call without sending it; the caller then uses `serve` or `forward`. */
  open(method: Method, args: readonly unknown[]): { readonly callId: string; readonly answer: Promise<unknown> }
  serve(callId: string, run: RunCall): Promise<void>
  forward(callId: string): void
  /** The ids of calls without an answer; calls that are too old are dropped. */
  unansweredIds(): readonly string[]
  receive(message: WireMessage): void
}

interface PendingCallsDeps {
  readonly nodeId: string
  readonly wire: HubWire
  readonly clock: Clock
  readonly stopSignal: AbortSignal
  /** Called when the owner has not acknowledged a call in time. */
  readonly onUnacknowledged: () => void
}

/** Thrown if the owner has another protocol version: the page must be reloaded. The error's name survives the transfer to the page. */
export class HubOutdated extends Error {
  override readonly name = 'HubOutdated'
}

/** The calls of this node's tabs until they are answered, by its own core or by a remote owner. */
export function createPendingCalls({ nodeId, wire, clock, stopSignal, onUnacknowledged }: PendingCallsDeps): PendingCalls {
  const calls = new Map<string, PendingCall>()

  function settle(callId: string, outcome: CallOutcome): void {
    const call = calls.get(callId)
    calls.delete(callId)
    call?.settle(outcome)
  }

  async function watchAcknowledgement(callId: string, acknowledged: AbortSignal): Promise<void> {
    await anySignal([acknowledged, stopSignal], (signal) => clock.sleep(FROZEN_AFTER_MS, signal))
    if (calls.has(callId) && !acknowledged.aborted) onUnacknowledged()
  }

  return {
    open(method, args) {
      const callId = crypto.randomUUID()
      const answer = new Promise((resolve, reject) => {
        const settleCall = (outcome: CallOutcome) => (outcome.kind === 'value' ? resolve(outcome.value) : reject(toError(outcome)))
        calls.set(callId, { method, args, openedAtMs: clock.nowMs(), settle: settleCall, acknowledged: new AbortController() })
      })
      return { callId, answer }
    },
    async serve(callId, run) {
      const call = calls.get(callId)
      if (call === undefined) return
      const outcome = await run(call.method, call.args)
      if (outcome !== undefined) settle(callId, outcome)
    },
    forward(callId) {
      const call = calls.get(callId)
      if (call === undefined) return
      call.acknowledged.abort()
      call.acknowledged = new AbortController()
      wire.post({ kind: 'call', callId, method: call.method, args: call.args })
      void watchAcknowledgement(callId, call.acknowledged.signal)
    },
    unansweredIds() {
      for (const [callId, { openedAtMs: askedAtMs }] of calls) {
        if (clock.nowMs() - askedAtMs > CALL_LIFETIME_MS) settle(callId, { kind: 'bug', message: 'No hub owner answered in time.' })
      }
      return [...calls.keys()]
    },
    receive(message) {
      if (message.kind === 'ack' && message.to === nodeId) calls.get(message.callId)?.acknowledged.abort()
      if (message.kind === 'answer' && message.to === nodeId) settle(message.callId, message.outcome)
    },
  }
}

function toError(outcome: Exclude<CallOutcome, { kind: 'value' }>): Error {
  return outcome.kind === 'outdated' ? new HubOutdated('The hub is newer than this page.') : new Error(outcome.message)
}
