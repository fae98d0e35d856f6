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

interface RemoteHandle<Ref> {
  readonly engine: string
  /** When the order was placed: the time limit counts from there, across restarts. */
  readonly startedMs: number
  /** Null while it is not known whether the order was taken. */
  readonly ref: Ref | null
}

export function writeHandle<Ref>(handle: RemoteHandle<Ref>): string {
  return JSON.stringify(handle)
}

/** The saved handle; undefined when there is none, or when another engine wrote it: then the work begins anew. */
export function readHandle<Order, Ref>(text: string | null, provider: RemoteProvider<Order, Ref>): RemoteHandle<Ref> | undefined {
  if (text === null || text === '') return undefined
  const raw = JSON.parse(text) as Partial<RemoteHandle<unknown>>
  if (raw.engine !== provider.name || typeof raw.startedMs !== 'number') return undefined
  if (raw.ref === null) return { engine: raw.engine, startedMs: raw.startedMs, ref: null }
  const ref = provider.readRef(raw.ref)
  return ref === undefined ? undefined : { engine: raw.engine, startedMs: raw.startedMs, ref }
}
