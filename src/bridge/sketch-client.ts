import type { SketchCalls } from '#shared/contract/sketch-contract.ts'
import { can } from '#shared/platform/capabilities.ts'
import type { SketchWorker } from './create-sketch-client.ts'
import { transfer, wrap } from 'comlink'
import { createSketchClient } from './create-sketch-client.ts'

export const sketchClient = createSketchClient<HTMLCanvasElement>({
  spawn,
  makeCanvas,
  setTimer(run, delayMs) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
})

/** A second instance of the image worker, so that preparing a picture never waits for a sketch. */
function spawn(onFailure: () => void): SketchWorker {
  const worker = new Worker(new URL('../../workers/image/image-worker.ts', import.meta.url), { type: 'module', name: 'sketch' })
  worker.addEventListener('error', onFailure)
  worker.addEventListener('messageerror', onFailure)
  const api = wrap<SketchCalls>(worker)
  return {
    api: {
      takeCanvas: (name, canvas) => api.takeCanvas(name, transfer(canvas, [canvas])),
      draw: (name, order, mode) => api.draw(name, order, mode),
      rest: () => api.rest(),
      dropCanvas: (name) => api.dropCanvas(name),
    },
    terminate: () => worker.terminate(),
  }
}

function makeCanvas() {
  if (!can('worker') || !can('handOverCanvas')) return null
  const canvas = document.createElement('canvas')
  return { canvas, control: canvas.transferControlToOffscreen() }
}
