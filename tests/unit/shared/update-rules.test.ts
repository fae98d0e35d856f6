import { expect, test } from 'vitest'
import { BUILD_CHECK_EVERY_MS, ACTIVATION_WAIT_MS, UPDATE_ANSWER_MS, WRITING_RESTS_MS } from '#shared/domain/update-rules.ts'
import { createBuildCheck } from '#src/offline/updates/start-updates.ts'
import { isHubHolding } from '#src/routing/leave-guard.ts'

test('the time limits of an update', () => {
  expect([UPDATE_ANSWER_MS, WRITING_RESTS_MS, BUILD_CHECK_EVERY_MS, ACTIVATION_WAIT_MS]).toEqual([3000, 3000, 900_000, 10_000])
})

test('the server is asked for its build at most once in a while, again when it did not answer, and any other build counts', async () => {
  let nowMs = 0
  let served: number | null = 5
  const [asked, others] = [[] as number[], [] as number[]]
  const readServedBuild = async () => {
    asked.push(nowMs)
    return served
  }
  const check = createBuildCheck({ ownBuild: 5, readServedBuild, nowMs: () => nowMs, onOther: () => void others.push(nowMs) })
  await check()
  nowMs = BUILD_CHECK_EVERY_MS
  await check()
  await check()
  expect([asked, others]).toEqual([[BUILD_CHECK_EVERY_MS], []])
  nowMs = 2 * BUILD_CHECK_EVERY_MS
  served = null
  await check()
  served = 4
  await check()
  nowMs = 3 * BUILD_CHECK_EVERY_MS
  served = 6
  await check()
  expect(others).toEqual([2 * BUILD_CHECK_EVERY_MS, 3 * BUILD_CHECK_EVERY_MS])
})

test('running work delays it; waiting work on this device does not, unless nothing can be stored there', () => {
  const facts = (state: string, isOnline: boolean, problem: string | null) =>
    isHubHolding({ work: { outbox: [{ state }], mutations: [] }, connection: { isOnline }, storage: { problem } } as never)
  expect([facts('sending', true, null), facts('queued', true, null), facts('refused', true, null)]).toEqual([true, true, false])
  expect([facts('queued', false, null), facts('unknown', false, null)]).toEqual([false, false])
  expect([facts('queued', false, 'storage_full'), facts('refused', true, 'storage_blocked')]).toEqual([true, true])
})
