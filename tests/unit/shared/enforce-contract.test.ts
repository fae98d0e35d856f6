import { expect, test } from 'vitest'
import { generateCustom, queryTask } from '#shared/api/generation.ts'
import { getPoints } from '#shared/api/user.ts'
import { contactUs } from '#shared/api/contact.ts'
import { fail, ok } from '#shared/result.ts'
import { expectContractMet, enforceContract } from '../../fixtures/enforce-contract.ts'

const createAnsweringApi = (value: unknown) => enforceContract({ call: async () => ok(value as never) })

async function expectBreach(answer: Promise<unknown>, pattern: RegExp): Promise<void> {
  await expect(answer).rejects.toThrow(pattern)
  expect(expectContractMet).toThrow(pattern)
  expect(expectContractMet).not.toThrow()
}

test('an answer passes as a client gets it, without fields outside the contract', async () => {
  expect(await createAnsweringApi({ points: 1, held: 0, more: true }).call(getPoints, {})).toEqual(ok({ points: 1, held: 0 }))
})

test('an impossible answer is a breach, and stays one where it is caught', async () => {
  await expectBreach(createAnsweringApi({ points: '1' }).call(getPoints, {}), /user\/points can’t be answered like that: points, held/)
})

test('so is a code that no server sends, and a spending call without its key', async () => {
  const refusingApi = enforceContract({ call: async () => fail({ code: 'storage_full', retry: 'never' }) })
  await expectBreach(refusingApi.call(getPoints, {}), /can’t be refused with storage_full/)
  const contactMessage = { email: 'ann@example.org', subject: 'Hello', message: 'Hello' }
  await expectBreach(createAnsweringApi({}).call(contactUs, contactMessage), /without a key/)
})

test('the checker rejects the same bodies as the server', async () => {
  const wrongInput = { prompt: 7 } as never
  expect(await createAnsweringApi({ batchId: 'b', taskIds: [] }).call(generateCustom, wrongInput)).toMatchObject({
    error: { code: 'H3000' },
  })
  expect(await createAnsweringApi({}).call(queryTask, { taskId: '' })).toMatchObject({ error: { code: 'H3000', fields: ['taskId'] } })
})
