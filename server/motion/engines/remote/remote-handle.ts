import type { RemoteProvider } from './remote-provider.ts'

export interface RemoteHandle<Ref> {
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
