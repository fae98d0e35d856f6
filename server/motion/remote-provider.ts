import type { EngineRequest } from './engine.ts'

/** The address of a finished file. `isTrusted`: its origin is configured, so its address needs no check. */
export interface RemoteAddress {
  readonly url: string
  readonly isTrusted: boolean
  /** Headers that are sent only to a trusted origin. Only requests with such headers follow redirects. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A finished file of a provider: at an address, or the bytes in an answer. */
export type RemoteFile = (RemoteAddress | { readonly bytes: Uint8Array }) & {
  /** The service's reported charge, in US dollars. */
  readonly costUsd?: number | undefined
}

/** A file at an address from a service's answer: trusted only on the service's own origin. */
export function addressOf(url: string, ownOrigin: string): RemoteAddress {
  return { url, isTrusted: URL.canParse(url) && new URL(url).origin === ownOrigin }
}

/** `lost`: the provider does not know the work, or has deleted it. */
export type RemoteState = { readonly state: 'waiting' | 'working' | 'lost' } | { readonly state: 'done'; readonly file: RemoteFile }

/**
 * One video service. `Order` is the request; `Ref`, which is plain data, identifies the work. Each call throws `RemoteError` if a retry may
 * help, else `EngineFailure`.
 */
export interface RemoteProvider<Order, Ref> {
  readonly name: string
  /** True if a submit lasts until the video is finished. Only such a submit is aborted by a stop, a cancellation or the time limit. */
  readonly isBlocking?: true
  /** Our own `Ref` for the next submit, with which a submit without a response can be found. Null if the service does not support it. */
  reserve(): Ref | null
  /** Prepares the submit, for example uploads; may be repeated. */
  prepare(request: EngineRequest, signal: AbortSignal): Promise<Order>
  submit(order: Order, reserved: Ref | null, signal: AbortSignal): Promise<Ref>
  poll(ref: Ref, signal: AbortSignal): Promise<RemoteState>
  cancel(ref: Ref): Promise<void>
  /** Sends a free request. Throws if the service is unreachable or does not accept this server. */
  check(signal: AbortSignal): Promise<void>
  /** The id of this work in webhooks; null without webhooks. */
  webhookId(ref: Ref): string | null
  readRef(raw: unknown): Ref | undefined
}

interface RemoteHandle<Ref> {
  readonly engine: string
  /** The time of the order. The time limit counts from this time, even after restarts. */
  readonly startedMs: number
  /** The provider's reference; null while it is unknown whether the order was accepted. */
  readonly ref: Ref | null
}

export function writeHandle<Ref>(handle: RemoteHandle<Ref>): string {
  return JSON.stringify(handle)
}

/** The stored handle. Undefined without one, or if another engine wrote it; the engine then orders the video again. */
export function readHandle<Order, Ref>(text: string | null, provider: RemoteProvider<Order, Ref>): RemoteHandle<Ref> | undefined {
  if (text === null || text === '') return undefined
  const raw = JSON.parse(text) as Partial<RemoteHandle<unknown>>
  if (raw.engine !== provider.name || typeof raw.startedMs !== 'number') return undefined
  if (raw.ref === null) return { engine: raw.engine, startedMs: raw.startedMs, ref: null }
  const ref = provider.readRef(raw.ref)
  return ref === undefined ? undefined : { engine: raw.engine, startedMs: raw.startedMs, ref }
}

/** The name of the engine that received an order, or may have; null for a task without an order. */
export function engineOfHandle(text: string | null): string | null {
  return text === null || text === '' ? null : String((JSON.parse(text) as Partial<RemoteHandle<unknown>>).engine)
}
