import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Database } from './database/database.ts'
import { addWorkGauges } from './work-gauges.ts'

/** Buckets from API answers up to downloads, in s. */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
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

/** Metrics of this process and of shared work. */
export interface Metrics {
  readonly noteVideo: (attempt: VideoAttempt) => void
  readonly noteMail: (outcome: string) => void
  readonly noteRequest: (request: AnsweredRequest) => void
  readonly notePush: (outcome: string) => void
  readonly noteClientError: (kind: string) => void
  readonly registry: Registry
  /** The Prometheus text format. */
  readonly tell: () => Promise<{ readonly contentType: string; readonly body: string }>
  readonly close: () => void
}

/** Metrics per server, without personal data. `ledgerChecks` is the queue whose jobs keep what they found. Rule: docs/platform.md, "Observability". */
export function createMetrics(db: Database, ledgerChecks: string): Metrics {
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
  const videos = new Histogram({
    name: 'kinora_video_seconds',
    help: 'How long attempts at videos took',
    labelNames: ['engine', 'outcome'],
    buckets: VIDEO_SECONDS,
    registers,
  })
  const mails = new Counter({ name: 'kinora_mail_sends_total', help: 'Tries to send a mail', labelNames: ['outcome'], registers })
  const pushes = new Counter({ name: 'kinora_push_sends_total', help: 'Tries to bring a push message', labelNames: ['outcome'], registers })
  const errors = new Counter({ name: 'kinora_client_errors_total', help: 'Errors pages reported', labelNames: ['kind'], registers })
  addWorkGauges(db, registry, ledgerChecks)
  return {
    noteRequest({ method, route, status, ms }) {
      const labels = { method: METHODS.has(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` }
      requests.inc(labels)
      seconds.observe(labels, ms / 1000)
    },
    noteVideo: ({ engine, outcome, ms }) => videos.observe({ engine, outcome }, ms / 1000),
    noteMail: (outcome) => mails.inc({ outcome }),
    notePush: (outcome) => pushes.inc({ outcome }),
    noteClientError: (kind) => errors.inc({ kind }),
    registry,
    tell: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
    close: () => registry.clear(),
  }
}
