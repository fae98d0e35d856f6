import { collectDefaultMetrics, Counter, Histogram, Registry, Gauge } from 'prom-client'
import { type Database, type SQL, queryRows, sql, databaseNowMs } from '../database/database.ts'

/** Buckets from API answers up to downloads, in s. */
const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
/** Buckets from a short video on a fast machine up to the longest wait for a service, in s. */
const VIDEO_SECONDS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

interface AnsweredRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

interface VideoAttempt {
  readonly engine: string
  readonly outcome: string
  readonly ms: number
}

/** The metrics of this process, and of work that all processes share. */
export interface Metrics {
  readonly noteVideo: (attempt: VideoAttempt) => void
  readonly noteMail: (outcome: string) => void
  readonly noteRequest: (request: AnsweredRequest) => void
  readonly notePush: (outcome: string) => void
  readonly noteClientError: (kind: string) => void
  readonly registry: Registry
  /** The metrics in the Prometheus text format. */
  readonly expose: () => Promise<{ readonly contentType: string; readonly body: string }>
  readonly close: () => void
}

/**
 * Metrics per server, without personal data. `ledgerChecks`: the name of the queue whose jobs store the differences in the ledger.
 * Rule: docs/platform.md, "Observability".
 */
export function createMetrics(db: Database, ledgerChecks: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({ name: 'kinora_http_requests_total', help: 'Answered requests', labelNames, registers })
  const requestSeconds = new Histogram({
    name: 'kinora_http_request_seconds',
    help: 'Time until responses start',
    labelNames,
    buckets: REQUEST_SECONDS,
    registers,
  })
  const videos = new Histogram({
    name: 'kinora_video_seconds',
    help: 'Duration of render attempts',
    labelNames: ['engine', 'outcome'],
    buckets: VIDEO_SECONDS,
    registers,
  })
  const mails = new Counter({ name: 'kinora_mail_sends_total', help: 'Email delivery attempts', labelNames: ['outcome'], registers })
  const pushes = new Counter({ name: 'kinora_push_sends_total', help: 'Push delivery attempts', labelNames: ['outcome'], registers })
  const errors = new Counter({ name: 'kinora_client_errors_total', help: 'Errors reported by browsers', labelNames: ['kind'], registers })
  addWorkGauges(db, registry, ledgerChecks)
  return {
    noteRequest({ method, route, status, ms }) {
      const labels = { method: METHODS.has(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` }
      requests.inc(labels)
      requestSeconds.observe(labels, ms / 1000)
    },
    noteVideo: ({ engine, outcome, ms }) => videos.observe({ engine, outcome }, ms / 1000),
    noteMail: (outcome) => mails.inc({ outcome }),
    notePush: (outcome) => pushes.inc({ outcome }),
    noteClientError: (kind) => errors.inc({ kind }),
    registry,
    expose: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
    close: () => registry.clear(),
  }
}

const MICROS_PER_DOLLAR = 1_000_000
const MS_PER_SECOND = 1000
const UNFINISHED_STATUSES = ['PENDING', 'PROCESSING'] as const

type Row = Readonly<Record<string, string | number | null>>

interface WorkGauge {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  /** Selects rows with the labels and a `value`. */
  readonly query: SQL
  /** Rows with the value 0 for labels of which the query may return no row. */
  readonly defaultRows?: readonly Row[]
}

/**
 * Adds gauges that are read from the database on demand, so each process reports the same values. `ledgerChecks`: the name of the queue
 * whose jobs store the differences in the ledger.
 */
function addWorkGauges(db: Database, registry: Registry, ledgerChecks: string): void {
  for (const { name, help, labelNames = [], query, defaultRows = [] } of [...workGauges(ledgerChecks), ...ENGINE_GAUGES]) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        gauge.reset()
        for (const { value, ...labels } of [...defaultRows, ...(await queryRows<Row>(db, query))])
          gauge.set(labels as Record<string, string>, Math.max(0, Number(value ?? 0)))
      },
    })
  }
}

function workGauges(ledgerChecks: string): readonly WorkGauge[] {
  const selectColumns = sql`select output, completed_on`
  return [
    {
      name: 'kinora_tasks',
      help: 'Waiting and running videos',
      labelNames: ['status'],
      query: sql`select status, count(*)::int as value from task where status in ('PENDING', 'PROCESSING') group by status`,
      defaultRows: UNFINISHED_STATUSES.map((status) => ({ status, value: 0 })),
    },
    {
      name: 'kinora_task_wait_seconds',
      help: 'Age of the oldest waiting video',
      query: sql`select (${databaseNowMs} - min(created_at_ms))::float8 / ${MS_PER_SECOND}::int as value from task where status = 'PENDING'`,
      defaultRows: [{ value: 0 }],
    },
    {
      name: 'kinora_ledger_differences',
      help: 'Differences found by the last ledger check',
      query: sql`select (output->>'differences')::int as value
        from (${selectColumns} from pgboss.job where name = ${ledgerChecks} union all ${selectColumns} from pgboss.archive where name = ${ledgerChecks}) as checks
        where output ? 'differences' order by completed_on desc limit 1`,
      defaultRows: [{ value: 0 }],
    },
    {
      name: 'kinora_jobs',
      help: 'Waiting and running jobs per queue',
      labelNames: ['queue', 'state'],
      query: sql`select name as queue, state::text as state, count(*)::int as value from pgboss.job
        where state in ('created', 'retry', 'active') group by name, state`,
    },
  ]
}

const MODEL_LABELS = ['engine', 'model']
const ordersBy = (value: SQL) => sql`select engine, model_name as model, ${value} as value from engine_order group by engine, model_name`

const ENGINE_GAUGES: readonly WorkGauge[] = [
  {
    name: 'kinora_engine_away',
    help: '1 while an engine is unavailable',
    labelNames: ['engine'],
    query: sql`select name as engine, (away_since_ms is not null)::int as value from engine_health`,
  },
  {
    name: 'kinora_engine_orders',
    help: 'Finished orders at video services',
    labelNames: [...MODEL_LABELS, 'outcome'],
    query: sql`select engine, model_name as model, outcome, count(*)::int as value from engine_order group by engine, model_name, outcome`,
  },
  {
    name: 'kinora_engine_cost_dollars',
    help: 'Known cost of orders at video services',
    labelNames: MODEL_LABELS,
    query: ordersBy(sql`coalesce(sum(cost_micros), 0)::float8 / ${MICROS_PER_DOLLAR}::int`),
  },
  {
    name: 'kinora_engine_points',
    help: 'Points spent on orders at video services',
    labelNames: MODEL_LABELS,
    query: ordersBy(sql`sum(points)::int`),
  },
]
