import { expect, it } from 'vitest'
import { openH264 } from '#server/motion/render/h264-encoder.ts'

it('leaves an unhandled rejection to the process', async () => {
  const readListeners = () => [process.listeners('uncaughtException'), process.listeners('unhandledRejection')]
  const listenersBefore = readListeners()
  const encoder = await openH264()
  expect(readListeners()).toEqual(listenersBefore)
  Object.assign(encoder, { width: 16, height: 16 })
  encoder.initialize()
  encoder.finalize()
  encoder.delete()
})
