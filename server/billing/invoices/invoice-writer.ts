import { type Result, fail, ok } from '#shared/result.ts'
import { createWorkerPool } from '#server/workers/worker-pool.ts'
import type { Clock } from '#shared/clock.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import type { InvoiceJob } from './invoice-worker.ts'

/** The time limit of one document, in ms. A document needs well under a second. */
export const INVOICE_LIMIT_MS = 20_000
/** The maximum number of documents that wait for the worker: a few seconds of work. Further documents are rejected. */
export const MOST_WAITING_INVOICES = 20
const RETRY_AFTER_MS = 10_000

/** H4022: the queue is full; retry later. H5000: the document could not be written. */
interface WriteFailure {
  readonly code: 'H4022' | 'H5000'
  readonly retryAfterMs?: number
}

export interface InvoiceWriter {
  write(job: InvoiceJob): Promise<Result<Uint8Array<ArrayBuffer>, WriteFailure>>
  close(): Promise<void>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly invoices: InvoiceWriter
  }
}

interface WriterDeps {
  /** The built worker. Null if the server runs from its sources: documents are then rendered on the main thread. */
  readonly workerUrl: URL | null
  readonly onProblem: (error: unknown) => void
  readonly setTimer?: Clock['setTimer']
}

/** Renders documents in a worker, because one document blocks the event loop for a tenth of a second or more. */
export function createInvoiceWriter({ workerUrl, onProblem, setTimer }: WriterDeps): InvoiceWriter {
  const pool = workerUrl === null ? null : createWorkerPool<InvoiceJob, Uint8Array<ArrayBuffer>>(workerUrl, 1, setTimer)
  let waitingJobs = 0
  const runJob = (job: InvoiceJob) => pool?.run(job, { limitMs: INVOICE_LIMIT_MS, signal: neverAborted() }) ?? renderOnMainThread(job)
  return {
    async write(job) {
      if (waitingJobs >= MOST_WAITING_INVOICES) return fail({ code: 'H4022', retryAfterMs: RETRY_AFTER_MS })
      waitingJobs += 1
      try {
        return ok(await runJob(job))
      } catch (error) {
        onProblem(error)
        return fail({ code: 'H5000' })
      } finally {
        waitingJobs -= 1
      }
    },
    close: async () => pool?.close(),
  }
}

/** Imports PDFKit at the first document, because nothing else needs it. */
async function renderOnMainThread({ row, correctedInvoice }: InvoiceJob): Promise<Uint8Array<ArrayBuffer>> {
  const { renderInvoicePdf } = await import('./invoice-pdf.ts')
  return renderInvoicePdf(row, correctedInvoice)
}
