import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { VideoParts } from '#server/motion/render/render-job.ts'
import { withVideoRun } from '#server/motion/render/render-pool.ts'

const video = { stop: new Int32Array(new SharedArrayBuffer(4)) } as unknown as VideoParts
const noWorkers = { run: () => Promise.reject(new Error('unused')), close: async () => {} }

test('a finished video leaves no listener on its signals, which would retain its pictures in memory', async () => {
  const abortController = new AbortController()
  const runSignal = await withVideoRun(noWorkers, video, abortController.signal, async ({ signal }) => signal)
  const failedRun = withVideoRun(noWorkers, video, abortController.signal, (run) =>
    run.all([run.run({ kind: 'draw', firstFrame: 0, frameCount: 1 })]),
  )
  await expect(failedRun).rejects.toThrow('unused')
  expect([runSignal, abortController.signal].map((signal) => getEventListeners(signal, 'abort'))).toEqual([[], []])
})
