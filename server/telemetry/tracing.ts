import type { Registry } from 'prom-client'
import type { Database } from '../database/database.ts'

/** Never what a person wrote or is: no text, address, account, token or query. */
export type SpanFacts = Readonly<Record<string, string | number>>

export interface OpenSpan {
  rename(name: string): void
  note(facts: SpanFacts): void
  /** Begins a stage, a span within this one, and ends the stage before. */
  enter(stage: string): void
  /** Marks it as failed. */
  fail(): void
}

/** A `request` continues the trace of its caller, `work` begins one, a `step` is part of the span around it, and nothing without one. */
export interface SpanStart {
  readonly kind: 'request' | 'work' | 'step'
  readonly name: string
  readonly facts?: SpanFacts
  /** The caller's header, of a caller that is trusted. */
  readonly traceparent?: string | undefined
}

export interface Tracing {
  /** Does the work within a span. An exception passes through; only its name is noted. */
  span<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>
}

export interface Telemetry {
  readonly tracing: Tracing
  /** The same database, with a span for each transaction. */
  traceTransactions(db: Database): Database
  /** Pushes what the registry holds, from time to time. */
  pushMetrics(registry: Registry): void
  /** Pushes the rest; takes no longer than a few seconds. */
  stop(): Promise<void>
}

const NO_SPAN: OpenSpan = { rename: () => undefined, note: () => undefined, enter: () => undefined, fail: () => undefined }

export const NO_TRACING: Tracing = { span: (_start, work) => work(NO_SPAN) }
