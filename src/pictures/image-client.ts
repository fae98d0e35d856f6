import { can } from '#shared/browser/capabilities.ts'
import { wrap } from 'comlink'
import { type ImageApi, type PrepareStage, PREPARE_STAGES } from '#shared/contract/image-contract.ts'
import { inputPixelLimit } from '#shared/domain/media-limits.ts'
import { type ImageClient, type ImageWorker, type WorkerEvents, createImageClient } from './create-image-client.ts'
import { noteWorkerError } from '#src/reporting/errors.ts'

interface DeviceHints {
  readonly deviceMemory?: number
  readonly userAgentData?: { readonly mobile: boolean }
}

export const imageClient: ImageClient = createImageClient({
  hasWorkers: can('worker'),
  spawn,
  loadPagePictures: async (onStage) => (await import('./page-image.ts')).loadPagePictures(onStage),
  maxInputPixels: () => inputPixelLimit({ isPhone: isPhone(), memoryGib: hints().deviceMemory ?? null }),
  setTimer(run, delayMs) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
})

function spawn({ onFailure, onStage }: WorkerEvents): ImageWorker {
  const worker = new Worker(new URL('../../workers/image/image-worker.ts', import.meta.url), { type: 'module', name: 'image' })
  worker.addEventListener('error', ({ message }) => {
    noteWorkerError('image', message)
    onFailure(message)
  })
  worker.addEventListener('messageerror', () => onFailure('unreadable message'))
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const stage = stageOf(data)
    if (stage !== undefined) onStage(stage)
  })
  return { api: wrap<ImageApi>(worker), terminate: () => worker.terminate() }
}

/** Progress messages arrive in addition to comlink's. */
function stageOf(data: unknown): PrepareStage | undefined {
  if (typeof data !== 'object' || data === null || !('stage' in data)) return undefined
  return PREPARE_STAGES.find((stage) => stage === data.stage)
}

function isPhone(): boolean {
  return hints().userAgentData?.mobile ?? /Mobi/.test(navigator.userAgent)
}

/** Hints that only some browsers support. */
function hints(): DeviceHints {
  return navigator as DeviceHints
}
