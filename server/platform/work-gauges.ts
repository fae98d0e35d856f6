import { type SQL, sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { type Database, queryRows } from './database/database.ts'
import { databaseNowMs } from './database/time-ms.ts'

const MICROS_PER_DOLLAR = 1_000_000
const MS_PER_SECOND = 1000
const RUNNING = ['PENDING', 'PROCESSING'] as const

type Row = Readonly<Record<string, string | number | null>>

interface WorkGauge {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  /** Rows of the labels and a `value`. */
  readonly query: SQL
  /** Told as 0 where the query has no row. */
  readonly always?: readonly Row[]
}

/** Read from the database on demand, so that each process reports the same. `ledgerChecks` is the queue whose jobs keep what they found. */
export function addWorkGauges(db: Database, registry: Registry, ledgerChecks: string): void {
  for (const { name, help, labelNames = [], query, always = [] } of [...workGauges(ledgerChecks), ...ENGINE_GAUGES]) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        gauge.reset()
        for (const { value, ...labels } of [...always, ...(await queryRows<Row>(db, query))])
          gauge.set(labels as Record<string, string>, Math.max(0, Number(value ?? 0)))
      },
    })
  }
}

function workGauges(ledgerChecks: string): readonly WorkGauge[] {
  const columns = sql`select output, completed_on`
  return [
    {
      name: 'kinora_tasks',
      help: 'Videos that wait or are being made',
      labelNames: ['status'],
      query: sql`select status, count(*)::int as value from task where status in ('PENDING', 'PROCESSING') group by status`,
      always: RUNNING.map((status) => ({ status, value: 0 })),
    },
    {
      name: 'kinora_task_wait_seconds',
      help: 'How long ago the video that waits longest was asked for',
      query: sql`select (${databaseNowMs} - min(created_at_ms))::float8 / ${MS_PER_SECOND}::int as value from task where status = 'PENDING'`,
      always: [{ value: 0 }],
    },
    {
      name: 'kinora_ledger_differences',
      help: 'Differences the last check of the books found',
      query: sql`select (output->>'differences')::int as value
        from (${columns} from pgboss.job where name = ${ledgerChecks} union all ${columns} from pgboss.archive where name = ${ledgerChecks}) as checks
        where output ? 'differences' order by completed_on desc limit 1`,
      always: [{ value: 0 }],
    },
    {
      name: 'kinora_jobs',
      help: 'Jobs of each queue that wait or run',
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
    help: '1 while an engine takes no orders',
    labelNames: ['engine'],
    query: sql`select name as engine, (away_since_ms is not null)::int as value from engine_health`,
  },
  {
    name: 'kinora_engine_orders',
    help: 'Orders at services that have ended',
    labelNames: [...MODEL_LABELS, 'outcome'],
    query: sql`select engine, model_name as model, outcome, count(*)::int as value from engine_order group by engine, model_name, outcome`,
  },
  {
    name: 'kinora_engine_cost_dollars',
    help: 'What orders at services cost, where that is known',
    labelNames: MODEL_LABELS,
    query: ordersBy(sql`coalesce(sum(cost_micros), 0)::float8 / ${MICROS_PER_DOLLAR}::int`),
  },
  {
    name: 'kinora_engine_points',
    help: 'Points that people paid for what was ordered at services',
    labelNames: MODEL_LABELS,
    query: ordersBy(sql`sum(points)::int`),
  },
]
