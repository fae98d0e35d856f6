import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { EngineFailure } from '#server/motion/engine.ts'
import { generateCustom } from '#shared/api/generation.ts'
import { getLedger, getPoints } from '#shared/api/user.ts'
import { FAILURE_WINDOW_MS, MAX_FAILED_GENERATIONS } from '#shared/domain/task.ts'
import { createInstantEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, commit, createVisitor, customInput, untilStatus, upload } from './client.ts'

let server: TestServer
let visitor: TestClient
let image: string
let nowMs = Date.now()
let isBroken = true
beforeAll(async () => {
  const instantEngine = createInstantEngine()
  const run: typeof instantEngine.run = async (request, options) => {
    if (isBroken) throw new EngineFailure('no')
    return instantEngine.run(request, options)
  }
  server = await startTestServer({
    listen: false,
    engine: { ...instantEngine, run },
    nowMs: () => nowMs,
    config: { welcomePointsVisitor: 600 },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  isBroken = true
  visitor = await createVisitor(server, { nowMs: () => nowMs })
  image = await upload(visitor)
})

/** Makes one commit for each count, with that many videos, all of which fail. Returns the key of the last commit. */
async function failVideos(...counts: readonly (1 | 2 | 3 | 4)[]): Promise<string> {
  const commits = counts.map((videoNum) => ({ key: randomUUID(), input: customInput(image, { videoNum }) }))
  const batches = []
  for (const { key, input } of commits) batches.push(await visitor.get(generateCustom, input, { idempotencyKey: key }))
  for (const { batchId } of batches) await untilStatus(visitor, batchId, 'FAILED')
  return commits.at(-1)?.key ?? ''
}

const tryOnce = () => visitor.refusal(generateCustom, customInput(image), { idempotencyKey: randomUUID() })

it('after 12 failures within an hour no more videos are accepted, and no points are reserved for them', async () => {
  expect(MAX_FAILED_GENERATIONS).toBe(12)
  const key = await failVideos(4, 4, 4)
  const ledgerBefore = await visitor.get(getLedger, {})
  expect(await tryOnce()).toEqual({ code: 'H4045' })
  expect(visitor.status()).toBe(429)
  expect(await visitor.get(getPoints, {})).toEqual({ points: 600, held: 0 })
  expect(await visitor.get(getLedger, {})).toEqual(ledgerBefore)
  const repeatedAnswer = await visitor.call(generateCustom, customInput(image, { videoNum: 4 }), { idempotencyKey: key })
  expect(repeatedAnswer.ok).toBe(true)
})

it('a failure stops counting after an hour, and until then the answer has the remaining time', async () => {
  expect(FAILURE_WINDOW_MS).toBe(3_600_000)
  await failVideos(1)
  nowMs += 60_000
  await failVideos(4, 4, 3)
  expect(await tryOnce()).toEqual({ code: 'H4045' })
  expect(visitor.headers().get('retry-after')).toBe('3540')
  isBroken = false
  nowMs += FAILURE_WINDOW_MS - 60_000 - 1
  expect(await tryOnce()).toEqual({ code: 'H4045' })
  nowMs += 1
  const { batchId } = await commit(visitor, image)
  await untilStatus(visitor, batchId, 'SUCCESS')
})

it('failures of others do not count, nor do finished videos', async () => {
  await failVideos(4, 4, 3)
  isBroken = false
  const { batchId } = await commit(visitor, image)
  await untilStatus(visitor, batchId, 'SUCCESS')
  const otherVisitor = await createVisitor(server, { nowMs: () => nowMs })
  await untilStatus(otherVisitor, (await commit(otherVisitor, await upload(otherVisitor))).batchId, 'SUCCESS')
  isBroken = true
  await failVideos(1)
  isBroken = false
  expect(await tryOnce()).toEqual({ code: 'H4045' })
  await untilStatus(otherVisitor, (await commit(otherVisitor, await upload(otherVisitor))).batchId, 'SUCCESS')
})
