import type { BenchApi } from './bench-worker.ts'
import type { ImageApi, PreparedImage } from '#shared/contract/image-contract.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import { wrap } from 'comlink'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { collectStages } from './collect-stages.ts'
import { MAX_INPUT_PIXELS } from './max-input-pixels.ts'
import { prepareQueued } from './prepare-queued.ts'

/** The measurements of one job that a page reports beside the picture. */
export interface Facts {
  /** The duration of the job. The page measures it, unless the variant reports its own. */
  readonly ms: number
  /** The longest task of the main thread; null if the browser does not report it. */
  readonly longTaskMs: number | null
  readonly stallMs: number
  readonly cut?: Rect | null
  readonly stagesMs?: Readonly<Record<string, number>>
  readonly mostDecoded?: number
  readonly encoded?: number
}

interface Outcome extends Partial<Facts> {
  readonly picture: Blob
}

type Run = (photos: readonly File[]) => Promise<Outcome>

/** Each function, except that of `queue`, starts a worker and waits until it responds: the measurement must not include the start. */
export const VARIANTS = {
  floor: startFloor,
  own: startProduct,
  peer: () => startInBench('peer'),
  canvas: () => startInBench('canvas'),
  pica: () => startInBench('pica'),
  viewCanvas: () => startInBench('viewCanvas'),
  viewPica: () => startInBench('viewPica'),
  ownPasses: () => startPasses('ownPasses'),
  peerPasses: () => startPasses('peerPasses'),
  queue: startQueue,
}

/** The limit of the encoded size: far below the app's own upload limit, and large enough for noise at quality 0.7. */
const PASSES_BYTES = 512 * 1024

async function startProduct(): Promise<Run> {
  const worker = new Worker(new URL('../../../workers/image/image-worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<ImageApi>(worker)
  await api.canPrepare()
  return async ([photo]) => {
    const endStages = collectStages(worker)
    const { blob, cut } = await unwrapPrepared(api.prepare(photo!, { ...AS_IT_IS, maxInputPixels: MAX_INPUT_PIXELS }))
    return { picture: blob, cut, stagesMs: endStages() }
  }
}

async function startFloor(): Promise<Run> {
  const api = await startBenchWorker()
  return async ([photo]) => api.floor(photo!)
}

async function startInBench(variant: 'peer' | 'canvas' | 'pica' | 'viewCanvas' | 'viewPica'): Promise<Run> {
  const api = await startBenchWorker()
  return async ([photo]) => ({ picture: await api[variant](photo!) })
}

async function startPasses(variant: 'ownPasses' | 'peerPasses'): Promise<Run> {
  const api = await startBenchWorker()
  return async ([photo]) => api[variant](photo!, PASSES_BYTES)
}

async function startQueue(): Promise<Run> {
  return async (photos) => prepareQueued(photos)
}

async function startBenchWorker() {
  const api = wrap<BenchApi>(new Worker(new URL('./bench-worker.ts', import.meta.url), { type: 'module' }))
  await api.isReady()
  return api
}

async function unwrapPrepared(call: ReturnType<ImageApi['prepare']>): Promise<PreparedImage> {
  const result = await call
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail ?? ''}`)
  return result.value
}
