import { parentPort } from 'node:worker_threads'
import type { InvoiceRow } from '#server/database/database.ts'
import { invoicePdf } from './invoice-pdf.ts'

export interface InvoiceJob {
  readonly row: InvoiceRow
  readonly corrects: InvoiceRow | null
}

async function answer({ row, corrects }: InvoiceJob): Promise<void> {
  const bytes = await invoicePdf(row, corrects)
  parentPort?.postMessage(bytes, [bytes.buffer])
}

// Errors are not caught: they end the worker, and the pool rejects the job.
parentPort?.on('message', (job: InvoiceJob) => void answer(job))
