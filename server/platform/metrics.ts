import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type Database, queryRows } from './database/database.ts'

/** Buckets from API answers up to downloads, in s. */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

interface AnsweredRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

/** Metrics of this process and of shared work. */
export interface Metrics {
  readonly noteRequest: (request: AnsweredRequest) => void
  readonly notePush: (outcome: string) => void
  readonly noteClientError: (kind: string) => void
  /** The result of the last ledger check. */
  readonly noteLedgerDifferences: (count: number) => void
  /** The Prometheus text format. */
  readonly tell: () => Promise<{ readonly contentType: string; readonly body: string }>
  readonly close: () => void
}

/** Metrics per server, without personal data. Rule: docs/platform.md, "Observability". */
export function createMetrics(db: Database): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({ name: 'kinora_http_requests_total', help: 'Answered requests', labelNames, registers })
  const seconds = new Histogram({
    name: 'kinora_http_request_seconds',
    help: 'How long requests took until their answer began',
    labelNames,
    buckets: SECONDS,
    registers,
  })
  const pushes = new Counter({ name: 'kinora_push_sends_total', help: 'Tries to bring a push message', labelNames: ['outcome'], registers })
  const errors = new Counter({ name: 'kinora_client_errors_total', help: 'Errors pages reported', labelNames: ['kind'], registers })
  const differences = new Gauge({ name: 'kinora_ledger_differences', help: 'Differences the last check of the books found', registers })
  addWorkGauges(db, registry)
  return {
    noteRequest({ method, route, status, ms }) {
      const labels = { method: METHODS.has(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` }
      requests.inc(labels)
      seconds.observe(labels, ms / 1000)
    },
    notePush: (outcome) => pushes.inc({ outcome }),
    noteClientError: (kind) => errors.inc({ kind }),
    noteLedgerDifferences: (count) => differences.set(count),
    tell: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
    close: () => registry.clear(),
  }
}

/** Read from the database on demand, so that each process reports the same. */
function addWorkGauges(db: Database, registry: Registry): void {
  const registers = [registry]
  const tasks = new Gauge({
    name: 'kinora_tasks',
    help: 'Videos that wait or are being made',
    labelNames: ['status'],
    registers,
    async collect() {
      const rows = await queryRows<{ status: string; count: number }>(
        db,
        sql`select status, count(*)::int as count from task where status in ('PENDING', 'PROCESSING') group by status`,
      )
      for (const status of ['PENDING', 'PROCESSING']) tasks.set({ status }, rows.find((row) => row.status === status)?.count ?? 0)
    },
  })
  const jobs = new Gauge({
    name: 'kinora_jobs',
    help: 'Jobs of each queue that wait or run',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const rows = await queryRows<{ name: string; state: string; count: number }>(
        db,
        sql`select name, state::text as state, count(*)::int as count from pgboss.job
          where state in ('created', 'retry', 'active') group by name, state`,
      )
      jobs.reset()
      for (const { name, state, count } of rows) jobs.set({ queue: name, state }, count)
    },
  })
}
