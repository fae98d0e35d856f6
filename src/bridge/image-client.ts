import type { ImageApi } from '#shared/contract/image-contract.ts'
import type { ImageClient, ImageWorker } from './create-image-client.ts'
import { wrap } from 'comlink'
import { inputPixelLimit } from '#shared/domain/media-limits.ts'
import { createImageClient } from './create-image-client.ts'

interface DeviceHints {
  readonly deviceMemory?: number
  readonly userAgentData?: { readonly mobile: boolean }
}

export const imageClient: ImageClient = createImageClient({
  hasWorkers: typeof Worker === 'function',
  spawn,
  loadPageImage: () => import('./page-image.ts'),
  maxInputPixels: () => inputPixelLimit({ isPhone: isPhone(), memoryGib: hints().deviceMemory ?? null }),
  setTimer(run, delayMs) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
})

function spawn(onFailure: (detail: string) => void): ImageWorker {
  const worker = new Worker(new URL('../../workers/image/image-worker.ts', import.meta.url), { type: 'module', name: 'image' })
  worker.addEventListener('error', (event) => onFailure(event.message))
  worker.addEventListener('messageerror', () => onFailure('unreadable message'))
  return { api: wrap<ImageApi>(worker), terminate: () => worker.terminate() }
}

function isPhone(): boolean {
  return hints().userAgentData?.mobile ?? /Mobi/.test(navigator.userAgent)
}

/** Hints that only some browsers give. */
function hints(): DeviceHints {
  return navigator as DeviceHints
}
