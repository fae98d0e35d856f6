import type { EngineRequest } from './engine.ts'

/** Where a finished file is. `isTrusted`: its origin is configured, so its address needs no check. */
export interface RemoteAddress {
  readonly url: string
  readonly isTrusted: boolean
  /** Sent to a trusted origin, and to no other one; an address that needs them may redirect. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A finished file of a provider: at an address, or the bytes that came with an answer. */
export type RemoteFile = (RemoteAddress | { readonly bytes: Uint8Array }) & {
  /** What the service says it charged, in US dollars. */
  readonly costUsd?: number | undefined
}

/** A file at an address that a service has told: only what is on the service's own origin is trusted. */
export function addressOf(url: string, ownOrigin: string): RemoteAddress {
  return { url, isTrusted: URL.canParse(url) && new URL(url).origin === ownOrigin }
}

/** `lost`: the work is unknown to the provider, or not any more. */
export type RemoteState = { readonly state: 'waiting' | 'working' | 'lost' } | { readonly state: 'done'; readonly file: RemoteFile }

/**
 * One video service. `Order` is the request, `Ref` (plain data) identifies the work. Each call throws `RemoteError` where a retry may help,
 * else `EngineFailure`.
 */
export interface RemoteProvider<Order, Ref> {
  readonly name: string
  /** A submit lasts until the video is made. Only such a one is aborted: by a stop, a cancellation or the time limit. */
  readonly isHeld?: true
  /** A `Ref` to submit under, where the caller may choose it: then a submit without a response can be looked up. */
  reserve(): Ref | null
  /** Prepares the submit, for example uploads; may be repeated. */
  prepare(request: EngineRequest, signal: AbortSignal): Promise<Order>
  submit(order: Order, reserved: Ref | null, signal: AbortSignal): Promise<Ref>
  poll(ref: Ref, signal: AbortSignal): Promise<RemoteState>
  cancel(ref: Ref): Promise<void>
  /** Asks something that costs nothing, and throws where the service cannot be reached or does not accept this server. */
  check(signal: AbortSignal): Promise<void>
  /** The id of this work in webhooks; null where there are none. */
  newsId(ref: Ref): string | null
  readRef(raw: unknown): Ref | undefined
}

interface RemoteHandle<Ref> {
  readonly engine: string
  /** When the order was placed: the time limit counts from then, across restarts. */
  readonly startedMs: number
  /** Null while it is unknown whether the order was accepted. */
  readonly ref: Ref | null
}

export function writeHandle<Ref>(handle: RemoteHandle<Ref>): string {
  return JSON.stringify(handle)
}

/** The stored handle; undefined without one, or where another engine wrote it: then the work starts again. */
export function readHandle<Order, Ref>(text: string | null, provider: RemoteProvider<Order, Ref>): RemoteHandle<Ref> | undefined {
  if (text === null || text === '') return undefined
  const raw = JSON.parse(text) as Partial<RemoteHandle<unknown>>
  if (raw.engine !== provider.name || typeof raw.startedMs !== 'number') return undefined
  if (raw.ref === null) return { engine: raw.engine, startedMs: raw.startedMs, ref: null }
  const ref = provider.readRef(raw.ref)
  return ref === undefined ? undefined : { engine: raw.engine, startedMs: raw.startedMs, ref }
}

/** The name of the engine that an order was placed at, or may have been; null for a task without one. */
export function handleEngine(text: string | null): string | null {
  return text === null || text === '' ? null : String((JSON.parse(text) as Partial<RemoteHandle<unknown>>).engine)
}
