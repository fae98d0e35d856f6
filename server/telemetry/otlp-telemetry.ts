import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { type Context, type Span, type Tracer, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from './log.ts'
import type { Database } from '../database/database.ts'
import { NO_TRACING, type OpenSpan, type SpanStart, type Telemetry, type Tracing } from './tracing.ts'
import { createRegistryProducer } from './registry-producer.ts'

/** The maximum number of waiting spans; further spans are dropped. */
const MOST_WAITING_SPANS = 2048
const SPANS_AT_ONCE = 512
const SPANS_EVERY_MS = 5000
const METRICS_EVERY_MS = 30_000
/** The time limit of one push with its repetitions, in ms. */
const PUSH_LIMIT_MS = 5000
/** How long the end of the process waits for the last push, in ms. */
const STOP_LIMIT_MS = 2000

interface OtlpOptions {
  readonly endpoint: string
  readonly role: string
  readonly version: string
  readonly log: Logger
}

/** OpenTelemetry's SDK, without its globals: several servers in one process have one each. */
export function createOtlpTelemetry({ endpoint, role, version, log }: OtlpOptions): Telemetry {
  const baseUrl = endpoint.replace(/\/+$/, '')
  const resource = resourceFromAttributes({
    'service.name': 'kinora',
    'service.version': version,
    'service.instance.id': crypto.randomUUID(),
    'kinora.role': role,
  })
  const onPushed = createPushLog(log)
  const spanExporter = new OTLPTraceExporter({ url: `${baseUrl}/v1/traces`, timeoutMillis: PUSH_LIMIT_MS })
  watchPushes(spanExporter, onPushed)
  const spanProcessor = new BatchSpanProcessor({
    exporter: spanExporter,
    maxQueueSize: MOST_WAITING_SPANS,
    maxExportBatchSize: SPANS_AT_ONCE,
    scheduledDelayMillis: SPANS_EVERY_MS,
    exportTimeoutMillis: PUSH_LIMIT_MS,
  })
  const provider = new TracerProvider({ resource, spanProcessors: [spanProcessor] })
  const tracing = createTracing(provider.getTracer('kinora'))
  let meterProvider: MeterProvider | undefined
  return {
    tracing,
    traceTransactions: (db) => withSpans(db, tracing),
    pushMetrics(registry) {
      const exporter = new OTLPMetricExporter({ url: `${baseUrl}/v1/metrics`, timeoutMillis: PUSH_LIMIT_MS })
      watchPushes(exporter, onPushed)
      const reader = new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: METRICS_EVERY_MS,
        exportTimeoutMillis: PUSH_LIMIT_MS,
        metricProducers: [createRegistryProducer(registry)],
      })
      meterProvider = new MeterProvider({ resource, readers: [reader] })
    },
    async stop() {
      const timerAbort = new AbortController()
      const lastPush = Promise.allSettled([provider.shutdown(), meterProvider?.shutdown()])
      const timeLimit = setTimeout(STOP_LIMIT_MS, undefined, { signal: timerAbort.signal }).catch(() => undefined)
      await Promise.race([lastPush, timeLimit])
      timerAbort.abort()
    },
  }
}

function createTracing(tracer: Tracer): Tracing {
  const activeContext = new AsyncLocalStorage<Context>()
  return {
    span(start, work) {
      const surroundingContext = activeContext.getStore()
      if (start.kind === 'step' && surroundingContext === undefined) return NO_TRACING.span(start, work)
      const parentContext = start.kind === 'step' ? (surroundingContext ?? ROOT_CONTEXT) : callerOf(start)
      const kind = start.kind === 'request' ? SpanKind.SERVER : SpanKind.INTERNAL
      const span = tracer.startSpan(start.name, { kind, attributes: { ...start.facts } }, parentContext)
      const spanContext = trace.setSpan(parentContext, span)
      const stages = createStages(tracer, spanContext)
      return activeContext.run(spanContext, async () => {
        try {
          return await work(openSpan(span, (stage) => stages.enter(stage)))
        } catch (error) {
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
          throw error
        } finally {
          stages.end()
          span.end()
        }
      })
    },
  }
}

function callerOf({ traceparent }: SpanStart): Context {
  const caller = traceparent === undefined ? null : parseTraceParent(traceparent)
  return caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true })
}

function openSpan(span: Span, enter: OpenSpan['enter']): OpenSpan {
  return {
    rename: (name) => void span.updateName(name),
    note: (facts) => void span.setAttributes(facts),
    enter,
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
  }
}

function createStages(tracer: Tracer, spanContext: Context) {
  let currentStage: { readonly name: string; readonly span: Span } | undefined
  return {
    enter(name: string) {
      if (currentStage?.name === name) return
      currentStage?.span.end()
      currentStage = { name, span: tracer.startSpan(name, {}, spanContext) }
    },
    end: () => currentStage?.span.end(),
  }
}

function withSpans(db: Database, tracing: Tracing): Database {
  const transaction: Database['transaction'] = (work, config) =>
    tracing.span({ kind: 'step', name: 'transaction' }, () => db.transaction(work, config))
  return Object.create(db, { transaction: { value: transaction } }) as Database
}

interface Exporter<Items> {
  export(items: Items, onPushed: (result: ExportResult) => void): void
}

function watchPushes<Items>(exporter: Exporter<Items>, onPushed: (result: ExportResult) => void): void {
  const exportItems = exporter.export.bind(exporter)
  exporter.export = (items, onExported) =>
    exportItems(items, (result) => {
      onPushed(result)
      onExported(result)
    })
}

/** Logs one line when the collector becomes unreachable, and one when it is reachable again. */
function createPushLog(log: Logger): (result: ExportResult) => void {
  let isAway = false
  return ({ code, error }) => {
    const wasAway = isAway
    isAway = code !== ExportResultCode.SUCCESS
    if (isAway && !wasAway) log.warn({ err: error }, 'Telemetry collector is unavailable')
    if (!isAway && wasAway) log.info('Telemetry collector is available again')
  }
}
