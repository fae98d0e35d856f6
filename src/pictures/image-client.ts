import { systemClock } from '#shared/clock.ts'
import type { ImageApi, PrepareStage } from '#shared/contract/image-contract.ts'
import { inputPixelLimit } from '#shared/domain/media-limits.ts'
import { type StartedWorker, type WorkerEvents, connectWorker } from '#src/browser/worker-client.ts'
import { type ImageClient, createImageClient } from './create-image-client.ts'
import { noteWorkerError } from '#src/reporting/errors.ts'

interface DeviceHints {
  readonly deviceMemory?: number
  readonly userAgentData?: { readonly mobile: boolean }
}

export const imageClient: ImageClient = createImageClient({
  spawn,
  loadPagePictures: async (onStage) => (await import('./page-image.ts')).loadPagePictures(onStage),
  maxInputPixels: () => inputPixelLimit({ isPhone: isPhone(), memoryGib: deviceHints().deviceMemory ?? null }),
  setTimer: systemClock.setTimer,
})

function spawn(events: WorkerEvents<PrepareStage>): StartedWorker<ImageApi> {
  const worker = new Worker(new URL('../../workers/image/image-worker.ts', import.meta.url), { type: 'module', name: 'image' })
  worker.addEventListener('error', ({ message }) => noteWorkerError('image', message))
  return connectWorker(worker, events)
}

function isPhone(): boolean {
  return deviceHints().userAgentData?.mobile ?? /Mobi/.test(navigator.userAgent)
}

/** Facts about the device that only some browsers report. */
function deviceHints(): DeviceHints {
  return navigator as DeviceHints
}
