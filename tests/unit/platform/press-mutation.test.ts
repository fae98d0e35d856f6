import { expect, test } from 'vitest'
import type { Mutation } from '#shared/contract/hub-contract.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { createMutationPress } from '#src/hub-client/press-mutation.ts'

const LETTER: Mutation = { kind: 'contact', email: 'ann@example.org', subject: 'Hello', message: 'Hello' }
const HUB_UNREACHABLE = fail({ code: 'hub_unreachable', retry: 'now' } as const)

function createWorld() {
  const answers: Result<unknown>[] = []
  const keys: string[] = []
  let keyCount = 0
  const press = createMutationPress({
    mutate: async (id) => {
      keys.push(id)
      return answers.shift() ?? ok(null)
    },
    newId: () => `key-${(keyCount += 1)}`,
  })
  return { answers, keys, press }
}

test('the same message after a hub that did not answer is the same contact', async () => {
  const { answers, keys, press } = createWorld()
  answers.push(HUB_UNREACHABLE, HUB_UNREACHABLE)
  for (let presses = 0; presses < 4; presses += 1) await press(LETTER)
  expect(keys).toEqual(['key-1', 'key-1', 'key-1', 'key-2'])
})

test('another message is another one, and so is the same after a refusal', async () => {
  const { answers, keys, press } = createWorld()
  answers.push(HUB_UNREACHABLE, ok(null), fail({ code: 'storage_full', retry: 'never' } as const))
  await press(LETTER)
  await press({ ...LETTER, message: 'Hello again' })
  expect((await press(LETTER)).id).toBe('key-1')
  await press(LETTER)
  expect(keys).toEqual(['key-1', 'key-2', 'key-1', 'key-3'])
})
