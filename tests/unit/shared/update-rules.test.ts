import { expect, test } from 'vitest'
import { BUILD_CHECK_EVERY_MS, ACTIVATION_WAIT_MS, UPDATE_ANSWER_MS, WRITING_RESTS_MS } from '#shared/domain/update-rules.ts'
import { createBuildCheck } from '#src/offline/updates/start-updates.ts'
import { isHubHolding } from '#src/routing/leave-guard.ts'

test('the time limits of an update', () => {
  expect([UPDATE_ANSWER_MS, WRITING_RESTS_MS, BUILD_CHECK_EVERY_MS, ACTIVATION_WAIT_MS]).toEqual([3000, 3000, 900_000, 10_000])
})

test('the server is asked for its build at most once in a while, again when it did not answer, and any other build counts', async () => {
  let nowMs = 0
  let servedBuild: number | null = 5
  const [requestsAtMs, otherBuildsAtMs] = [[] as number[], [] as number[]]
  const readServedBuild = async () => {
    requestsAtMs.push(nowMs)
    return servedBuild
  }
  const check = createBuildCheck({ ownBuild: 5, readServedBuild, nowMs: () => nowMs, onOther: () => void otherBuildsAtMs.push(nowMs) })
  await check()
  nowMs = BUILD_CHECK_EVERY_MS
  await check()
  await check()
  expect([requestsAtMs, otherBuildsAtMs]).toEqual([[BUILD_CHECK_EVERY_MS], []])
  nowMs = 2 * BUILD_CHECK_EVERY_MS
  servedBuild = null
  await check()
  servedBuild = 4
  await check()
  nowMs = 3 * BUILD_CHECK_EVERY_MS
  servedBuild = 6
  await check()
  expect(otherBuildsAtMs).toEqual([2 * BUILD_CHECK_EVERY_MS, 3 * BUILD_CHECK_EVERY_MS])
})

test('running work delays it; waiting work on this device does not, unless nothing can be stored there', () => {
  const holdsUpdate = (state: string, isOnline: boolean, problem: string | null) =>
    isHubHolding({ work: { outbox: [{ state }], mutations: [] }, connection: { isOnline }, storage: { problem } } as never)
  expect([holdsUpdate('sending', true, null), holdsUpdate('queued', true, null), holdsUpdate('refused', true, null)]).toEqual([
    true,
    true,
    false,
  ])
  expect([holdsUpdate('queued', false, null), holdsUpdate('unknown', false, null)]).toEqual([false, false])
  expect([holdsUpdate('queued', false, 'storage_full'), holdsUpdate('refused', true, 'storage_blocked')]).toEqual([true, true])
})
