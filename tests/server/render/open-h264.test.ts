import { expect, it } from 'vitest'
import { openH264 } from '#server/motion/render/h264-encoder.ts'

it('leaves an unhandled rejection to the process', async () => {
  const listeners = () => [process.listeners('uncaughtException'), process.listeners('unhandledRejection')]
  const before = listeners()
  const encoder = await openH264()
  expect(listeners()).toEqual(before)
  Object.assign(encoder, { width: 16, height: 16 })
  encoder.initialize()
  encoder.finalize()
  encoder.delete()
})
