import { expect, test } from 'vitest'
import { deliverDue } from '#server/net/deliver-due.ts'

const AT_ONCE = 3

test('after a failure no more than the allowed number of messages are sent at once, and a stop waits for all of them', async () => {
  const errors: unknown[] = []
  const ends: (() => void)[] = []
  let begun = 0
  const delivery = deliverDue({
    atOnce: AT_ONCE,
    async sendNext() {
      begun += 1
      if (begun === 1) throw new Error('the database is away')
      await new Promise<void>((resolve) => ends.push(resolve))
      return false
    },
    onError: (error) => errors.push(error),
  })
  const turns = () => new Promise((resolve) => setImmediate(resolve))
  await turns()
  delivery.wake()
  await turns()
  expect(begun).toBe(AT_ONCE)

  let isStopped = false
  const stopped = delivery.stop().then(() => (isStopped = true))
  await turns()
  expect([isStopped, ends.length]).toEqual([false, AT_ONCE - 1])
  for (const end of ends) end()
  await stopped
  expect(errors).toEqual([new Error('the database is away')])
})
