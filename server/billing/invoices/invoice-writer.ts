import { type Result, fail, ok } from '#shared/result.ts'
import { createWorkerPool } from '#server/workers/worker-pool.ts'
import type { Clock } from '#shared/clock.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import type { InvoiceJob } from './invoice-worker.ts'

/** The time limit of one document, in ms: it takes well under a second. */
export const INVOICE_LIMIT_MS = 20_000
/** Documents that wait for the worker at once, some seconds of work; more are refused. */
export const MOST_WAITING_INVOICES = 20
const RETRY_AFTER_MS = 10_000

/** H4022 where too many wait, H5000 where it could not be written. */
interface NotWritten {
  readonly code: 'H4022' | 'H5000'
  readonly retryAfterMs?: number
}

export interface InvoiceWriter {
  /** A document as a PDF. */
  write(job: InvoiceJob): Promise<Result<Uint8Array<ArrayBuffer>, NotWritten>>
  close(): Promise<void>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly invoices: InvoiceWriter
  }
}

interface WriterDeps {
  /** The built worker; null where the server runs from its sources: then documents are written on the main loop. */
  readonly workerUrl: URL | null
  readonly onProblem: (error: unknown) => void
  readonly setTimer?: Clock['setTimer']
}

/** Writes documents beside the main loop, which one keeps busy for a tenth of a second or more. */
export function createInvoiceWriter({ workerUrl, onProblem, setTimer }: WriterDeps): InvoiceWriter {
  const pool = workerUrl === null ? null : createWorkerPool<InvoiceJob, Uint8Array<ArrayBuffer>>(workerUrl, 1, setTimer)
  let waiting = 0
  const run = (job: InvoiceJob) => pool?.run(job, { limitMs: INVOICE_LIMIT_MS, signal: neverAborted() }) ?? writeHere(job)
  return {
    async write(job) {
      if (waiting >= MOST_WAITING_INVOICES) return fail({ code: 'H4022', retryAfterMs: RETRY_AFTER_MS })
      waiting += 1
      try {
        return ok(await run(job))
      } catch (error) {
        onProblem(error)
        return fail({ code: 'H5000' })
      } finally {
        waiting -= 1
      }
    },
    close: async () => pool?.close(),
  }
}

/** Loaded with the first one: nothing else needs a writer of PDFs. */
async function writeHere({ row, corrects }: InvoiceJob): Promise<Uint8Array<ArrayBuffer>> {
  const { invoicePdf } = await import('./invoice-pdf.ts')
  return invoicePdf(row, corrects)
}
