import { transfer, wrap } from 'comlink'
import { afterEach, expect, it, vi } from 'vitest'
import type { SketchCalls, SketchOrder } from '#shared/contract/sketch-contract.ts'
import { makePlan } from '#motion/make-plan.ts'
import { sketchClient } from '#src/motion/sketch-client.ts'
import { makeCornerPhoto } from './canvas-photo.ts'

const NAME = 'sketch'

afterEach(() => {
  sketchClient.dropCanvas(NAME)
  sketchClient.pause()
  document.body.replaceChildren()
})

async function orderOf(prompt: string, width: number, height: number, variation = 0): Promise<SketchOrder> {
  const picture = { width, height }
  const plain = { kind: 'move', seconds: 4, framesPerSecond: 24, imageFidelity: 0, seed: 5 } as const
  const plan = makePlan({ ...plain, prompt, picture, variation })
  const blob = await makeCornerPhoto(width, height)
  return { key: `${prompt} ${variation}`, plan, pictures: [{ key: `${width}x${height}`, blob }] }
}

/** The visible pixels of a canvas that a worker draws on. */
function pixelsOf(shown: HTMLCanvasElement): Uint8ClampedArray {
  const copy = new OffscreenCanvas(shown.width, shown.height)
  const context = copy.getContext('2d')!
  context.drawImage(shown, 0, 0)
  return context.getImageData(0, 0, shown.width, shown.height).data
}

async function show(order: SketchOrder, mode: 'play' | 'still' = 'play'): Promise<HTMLCanvasElement> {
  const answer = await sketchClient.draw(NAME, order, mode)
  if (answer.status !== 'drawn') throw new Error(answer.status)
  document.body.append(answer.canvas)
  return answer.canvas
}

/** Resolves when the canvas shows pixels that differ from `pixels`. */
function untilOther(canvas: HTMLCanvasElement, pixels: Uint8ClampedArray): Promise<void> {
  return vi.waitFor(() => expect(pixelsOf(canvas).some((value, at) => Math.abs(value - pixels[at]!) > 8)).toBe(true), { timeout: 10_000 })
}

it('a sketch moves on a canvas of the page, in sketch size, and continues when the prompt changes', async () => {
  const canvas = await show(await orderOf('fast push in', 900, 600))
  await vi.waitFor(() => expect([canvas.width, canvas.height]).toEqual([384, 256]))
  const first = pixelsOf(canvas)
  await untilOther(canvas, first)
  expect(await show(await orderOf('fast pan right', 900, 600))).toBe(canvas)
  await untilOther(canvas, pixelsOf(canvas))
})

it('the first frame is the picture', async () => {
  const canvas = await show(await orderOf('push in', 900, 600))
  const corner = (x: number, y: number) => [...pixelsOf(canvas).subarray((y * 384 + x) * 4, (y * 384 + x) * 4 + 3)]
  await vi.waitFor(() => expect(canvas.width).toBe(384))
  for (const [x, y, strong] of [
    [20, 20, 0],
    [360, 20, 1],
    [20, 236, 2],
  ] as const) {
    const channels = corner(x, y)
    expect(channels.indexOf(Math.max(...channels))).toBe(strong)
  }
})

it('a sketch that is static stays unchanged', async () => {
  const canvas = await show(await orderOf('fast push in', 600, 900), 'still')
  await vi.waitFor(() => expect([canvas.width, canvas.height]).toEqual([256, 384]))
  const before = pixelsOf(canvas)
  const playing = await sketchClient.draw('another', await orderOf('fast push in', 900, 600), 'play')
  if (playing.status !== 'drawn') throw new Error(playing.status)
  document.body.append(playing.canvas)
  await untilOther(playing.canvas, pixelsOf(playing.canvas))
  expect(pixelsOf(canvas)).toEqual(before)
  sketchClient.dropCanvas('another')
})

it('the newest of many requests wins, and the others return as skipped', async () => {
  const worker = new Worker(new URL('../../../workers/image/image-worker.ts', import.meta.url), { type: 'module' })
  const api = wrap<SketchCalls>(worker)
  const canvas = new OffscreenCanvas(1, 1)
  await api.receiveCanvas(NAME, transfer(canvas, [canvas]))
  const orders = await Promise.all([0, 1, 2, 3].map((variation) => orderOf('orbit', 900, 600, variation)))
  const answers = await Promise.all(orders.map((order) => api.draw(NAME, order, 'play')))
  worker.terminate()
  expect(answers.map((answer) => answer.ok && answer.value)).toEqual(['passed_over', 'passed_over', 'passed_over', 'drawn'])
})

it('a picture that cannot be read is refused', async () => {
  const order = await orderOf('push in', 900, 600)
  const broken = { ...order, key: 'broken', pictures: [{ key: 'broken', blob: new Blob(['no picture']) }] }
  expect(await sketchClient.draw(NAME, broken, 'play')).toEqual({ status: 'refused' })
  await show(order)
})
