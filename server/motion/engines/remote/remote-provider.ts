import type { EngineRequest } from '../engine.ts'

/** A finished file of a provider. `trusted`: on an origin that the configuration names, so that its address needs no check. */
export interface RemoteFile {
  readonly url: string
  readonly isTrusted: boolean
}

/** `lost`: the provider does not know this work (any more). */
export type RemoteState = { readonly state: 'waiting' | 'working' | 'lost' } | { readonly state: 'done'; readonly file: RemoteFile }

/**
 * One video service. `Order` is what is sent, `Ref` (plain data) is what the work is asked for by. Each call throws `RemoteError` when
 * it is worth another try, and `EngineFailure` when it is not.
 */
export interface RemoteProvider<Order, Ref> {
  readonly name: string
  /** A `Ref` to submit under, for services that let the caller choose it: then an unanswered submit can be looked up. */
  reserve(): Ref | null
  /** Whatever has to be there before the submit; may be done any number of times. */
  prepare(request: EngineRequest, signal: AbortSignal): Promise<Order>
  submit(order: Order, reserved: Ref | null): Promise<Ref>
  poll(ref: Ref, signal: AbortSignal): Promise<RemoteState>
  cancel(ref: Ref): Promise<void>
  /** What news about this work are named by; null where none come. */
  newsId(ref: Ref): string | null
  readRef(raw: unknown): Ref | undefined
}
