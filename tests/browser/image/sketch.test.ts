import { transfer, wrap } from 'comlink'
import { afterEach, expect, it, vi } from 'vitest'
import type { SketchCalls, SketchOrder } from '#shared/contract/sketch-contract.ts'
import { makePlan } from '#motion/make-plan.ts'
import { sketchClient } from '#src/motion/sketch-client.ts'
import { makeCornerPhoto } from './canvas-photo.ts'

const SKETCH_NAME = 'sketch'

afterEach(() => {
  sketchClient.dropCanvas(SKETCH_NAME)
  sketchClient.pause()
  document.body.replaceChildren()
})

async function makeOrder(prompt: string, width: number, height: number, variation = 0): Promise<SketchOrder> {
  const picture = { width, height }
  const planDefaults = { kind: 'move', seconds: 4, framesPerSecond: 24, imageFidelity: 0, seed: 5 } as const
  const plan = makePlan({ ...planDefaults, prompt, picture, variation })
  const blob = await makeCornerPhoto(width, height)
  return { key: `${prompt} ${variation}`, plan, pictures: [{ key: `${width}x${height}`, blob }] }
}

/** The visible pixels of a canvas that a worker draws on. */
function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const copy = new OffscreenCanvas(canvas.width, canvas.height)
  const context = copy.getContext('2d')!
  context.drawImage(canvas, 0, 0)
  return context.getImageData(0, 0, canvas.width, canvas.height).data
}

async function showSketch(order: SketchOrder, mode: 'play' | 'still' = 'play'): Promise<HTMLCanvasElement> {
  const answer = await sketchClient.draw(SKETCH_NAME, order, mode)
  if (answer.status !== 'drawn') throw new Error(answer.status)
  document.body.append(answer.canvas)
  return answer.canvas
}

/** Resolves when the canvas shows pixels that differ from `pixels`. */
function untilChanged(canvas: HTMLCanvasElement, pixels: Uint8ClampedArray): Promise<void> {
  return vi.waitFor(() => expect(pixelsOf(canvas).some((value, at) => Math.abs(value - pixels[at]!) > 8)).toBe(true), { timeout: 10_000 })
}

it('a sketch moves on a canvas of the page, in sketch size, and continues when the prompt changes', async () => {
  const canvas = await showSketch(await makeOrder('fast push in', 900, 600))
  await vi.waitFor(() => expect([canvas.width, canvas.height]).toEqual([384, 256]))
  const firstPixels = pixelsOf(canvas)
  await untilChanged(canvas, firstPixels)
  expect(await showSketch(await makeOrder('fast pan right', 900, 600))).toBe(canvas)
  await untilChanged(canvas, pixelsOf(canvas))
})

it('the first frame is the picture', async () => {
  const canvas = await showSketch(await makeOrder('push in', 900, 600))
  const colourAt = (x: number, y: number) => [...pixelsOf(canvas).subarray((y * 384 + x) * 4, (y * 384 + x) * 4 + 3)]
  await vi.waitFor(() => expect(canvas.width).toBe(384))
  for (const [x, y, strongestChannel] of [
    [20, 20, 0],
    [360, 20, 1],
    [20, 236, 2],
  ] as const) {
    const channels = colourAt(x, y)
    expect(channels.indexOf(Math.max(...channels))).toBe(strongestChannel)
  }
})

it('a sketch that is static stays unchanged', async () => {
  const canvas = await showSketch(await makeOrder('fast push in', 600, 900), 'still')
  await vi.waitFor(() => expect([canvas.width, canvas.height]).toEqual([256, 384]))
  const pixelsBefore = pixelsOf(canvas)
  const playingSketch = await sketchClient.draw('another', await makeOrder('fast push in', 900, 600), 'play')
  if (playingSketch.status !== 'drawn') throw new Error(playingSketch.status)
  document.body.append(playingSketch.canvas)
  await untilChanged(playingSketch.canvas, pixelsOf(playingSketch.canvas))
  expect(pixelsOf(canvas)).toEqual(pixelsBefore)
  sketchClient.dropCanvas('another')
})

it('the newest of many requests wins, and the others return as skipped', async () => {
  const worker = new Worker(new URL('../../../workers/image/image-worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<SketchCalls>(worker)
  const canvas = new OffscreenCanvas(1, 1)
  await api.receiveCanvas(SKETCH_NAME, transfer(canvas, [canvas]))
  const orders = await Promise.all([0, 1, 2, 3].map((variation) => makeOrder('orbit', 900, 600, variation)))
  const answers = await Promise.all(orders.map((order) => api.draw(SKETCH_NAME, order, 'play')))
  worker.terminate()
  expect(answers.map((answer) => answer.ok && answer.value)).toEqual(['passed_over', 'passed_over', 'passed_over', 'drawn'])
})

it('a picture that cannot be read is refused', async () => {
  const order = await makeOrder('push in', 900, 600)
  const brokenOrder = { ...order, key: 'broken', pictures: [{ key: 'broken', blob: new Blob(['no picture']) }] }
  expect(await sketchClient.draw(SKETCH_NAME, brokenOrder, 'play')).toEqual({ status: 'refused' })
  await showSketch(order)
})
