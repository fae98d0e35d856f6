import { parentPort } from 'node:worker_threads'
import type { InvoiceRow } from '#server/database/database.ts'
import { renderInvoicePdf } from './invoice-pdf.ts'

export interface InvoiceJob {
  readonly row: InvoiceRow
  readonly correctedInvoice: InvoiceRow | null
}

async function answerJob({ row, correctedInvoice }: InvoiceJob): Promise<void> {
  const bytes = await renderInvoicePdf(row, correctedInvoice)
  parentPort?.postMessage(bytes, [bytes.buffer])
}

// Errors are not caught: they end the worker, and the pool rejects the job.
parentPort?.on('message', (job: InvoiceJob) => void answerJob(job))
