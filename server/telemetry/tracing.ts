import type { Registry } from 'prom-client'
import type { Database } from '../database/database.ts'

/** The attributes of a span. They never contain personal data: no text, address, account, token or query. */
export type SpanFacts = Readonly<Record<string, string | number>>

export interface OpenSpan {
  rename(name: string): void
  note(facts: SpanFacts): void
  /** Begins a stage, a span within this one, and ends the previous stage. */
  enter(stage: string): void
  fail(): void
}

/**
 * A `request` continues the trace of its caller, `work` begins a trace, and a `step` is part of the surrounding span. Without a surrounding
 * span, a `step` records nothing.
 */
export interface SpanStart {
  readonly kind: 'request' | 'work' | 'step'
  readonly name: string
  readonly facts?: SpanFacts
  /** The header of a trusted caller. */
  readonly traceparent?: string | undefined
}

export interface Tracing {
  /** Does the work within a span. An exception passes through; the span records only the name of the exception, not its message. */
  span<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>
}

export interface Telemetry {
  readonly tracing: Tracing
  /** Returns the database with a span for each transaction. */
  traceTransactions(db: Database): Database
  /** Pushes the metrics of the registry periodically. */
  pushMetrics(registry: Registry): void
  /** Pushes the remaining spans and metrics, within a few seconds. */
  stop(): Promise<void>
}

const NO_SPAN: OpenSpan = { rename: () => undefined, note: () => undefined, enter: () => undefined, fail: () => undefined }

export const NO_TRACING: Tracing = { span: (_start, work) => work(NO_SPAN) }
