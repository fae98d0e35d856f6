import { expect, test } from 'vitest'
import { deliverDue } from '#server/net/deliver-due.ts'

const MAX_AT_ONCE = 3

test('after a failure no more than the allowed number of messages are sent at once, and a stop waits for all of them', async () => {
  const errors: unknown[] = []
  const endSends: (() => void)[] = []
  let sendCount = 0
  const delivery = deliverDue({
    atOnce: MAX_AT_ONCE,
    async sendNext() {
      sendCount += 1
      if (sendCount === 1) throw new Error('the database is away')
      await new Promise<void>((resolve) => endSends.push(resolve))
      return false
    },
    onError: (error) => errors.push(error),
  })
  const waitOneTurn = () => new Promise((resolve) => setImmediate(resolve))
  await waitOneTurn()
  delivery.wake()
  await waitOneTurn()
  expect(sendCount).toBe(MAX_AT_ONCE)

  let isStopped = false
  const stopPromise = delivery.stop().then(() => (isStopped = true))
  await waitOneTurn()
  expect([isStopped, endSends.length]).toEqual([false, MAX_AT_ONCE - 1])
  for (const endSend of endSends) endSend()
  await stopPromise
  expect(errors).toEqual([new Error('the database is away')])
})
