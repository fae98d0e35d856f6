import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { VideoParts } from '#server/motion/render/render-job.ts'
import { withVideoRun } from '#server/motion/render/render-pool.ts'

const video = { stop: new Int32Array(new SharedArrayBuffer(4)) } as unknown as VideoParts
const noWorkers = { run: () => Promise.reject(new Error('unused')), close: async () => {} }

test('a finished video leaves no listener on its signals, which would retain its pictures in memory', async () => {
  const asked = new AbortController()
  const made = await withVideoRun(noWorkers, video, asked.signal, async ({ signal }) => signal)
  const failed = withVideoRun(noWorkers, video, asked.signal, (run) => run.all([run.run({ kind: 'draw', firstFrame: 0, frameCount: 1 })]))
  await expect(failed).rejects.toThrow('unused')
  expect([made, asked.signal].map((signal) => getEventListeners(signal, 'abort'))).toEqual([[], []])
})
