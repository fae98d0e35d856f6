import { meterMainThread } from './main-thread-meter.ts'
import { VARIANTS, type Facts } from './variants.ts'

interface Job {
  readonly variant: keyof typeof VARIANTS
  readonly copies: number
  /** Whether the same tab reloads for the next job. */
  readonly isReloaded: boolean
}

/** Runs one job: fetches the photo, prepares it with one variant, and posts the result. */
async function runJob({ variant, copies }: Job): Promise<Facts> {
  const bytes = await (await fetch('/photo')).blob()
  const photos = Array.from({ length: copies }, () => new File([bytes], 'photo.jpg', { type: bytes.type }))
  const run = await VARIANTS[variant]()
  await post('/ready', '')
  const stopMeter = meterMainThread()
  const startedAt = performance.now()
  const { picture, ...facts } = await run(photos)
  const ms = performance.now() - startedAt
  const mainThread = await stopMeter()
  await post('/picture', picture)
  return { ms, ...mainThread, ...facts }
}

async function post(path: string, body: BodyInit): Promise<void> {
  await fetch(path, { method: 'POST', body })
}

const job = (await (await fetch('/job')).json()) as Job
const facts = await runJob(job).catch((error: unknown) => ({ error: String(error) }))
await post('/result', JSON.stringify(facts))
if (job.isReloaded) location.reload()
