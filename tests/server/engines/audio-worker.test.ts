import { expect, it } from 'vitest'
import { createAudioWorker } from '#server/motion/engines/remote/create-remote-engine.ts'
import { SAMPLE_RATE } from '#motion/music/music.ts'
import { builtRenderWorker } from '../../fixtures/built-render-worker.ts'
import { neverAborted } from '#shared/never-aborted.ts'

it('composes on the render worker as many seconds as the video has', async () => {
  const audioWorker = createAudioWorker({ workerUrl: await builtRenderWorker() })
  const music = await audioWorker.compose({ mood: 'calm', seconds: 1.5, seed: 3 }, neverAborted())
  expect(music.sampleCount).toBe(1.5 * SAMPLE_RATE)
  expect(music.packets.length).toBeGreaterThan(60)
  await audioWorker.close()
})
