import { expect, test } from 'vitest'
import type { ApiClient } from '#shared/api/client.ts'
import { NO_ANSWER_CODE } from '#shared/error-codes.ts'
import { type VideoParameters, videoParametersSchema } from '#shared/api/generation.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import { createComposer } from '#src/create/composer.ts'
import { loadParameters } from '#src/create/follow-parameters.ts'
import { stalledImages } from '../../fixtures/page/builders.ts'
import { enforceContract } from '../../fixtures/enforce-contract.ts'
import { memoryRecords } from './memory-records.ts'

const MINUTE_MS = 60_000
const NO_ANSWER = fail<AppError>({ code: NO_ANSWER_CODE, retry: 'later' })
const [builtinModel] = BUILTIN_PARAMETERS.series
const away = { reason: 'unreachable', sinceMs: 1000 }
const unreachableModel = { ...builtinModel!, modelName: 'other-1', away }
const twoModels: VideoParameters = { ...BUILTIN_PARAMETERS, series: [builtinModel!, unreachableModel] }
const oneModel: VideoParameters = { ...BUILTIN_PARAMETERS, series: [unreachableModel] }

function createForm(...answers: Result<VideoParameters>[]) {
  const composer = createComposer('CUSTOM', { images: stalledImages, records: memoryRecords(), owner: () => '' })
  const records = memoryRecords()
  const requestedPaths: string[] = []
  const api: ApiClient = enforceContract({
    async call(call) {
      requestedPaths.push(call.path)
      const answer = answers.shift() ?? NO_ANSWER
      return answer.ok ? ok(call.data.parse(videoParametersSchema.parse(answer.value))) : answer
    },
  })
  const awayReasons = () => composer.state.parameters.series.map((model) => model.away?.reason)
  return { requestedPaths, awayReasons, load: (nowMs: number) => loadParameters(composer, { api, records }, nowMs) }
}

test('an unreachable engine stays marked while the next answer is pending and when there is none', async () => {
  const form = createForm(ok(twoModels), NO_ANSWER, ok(BUILTIN_PARAMETERS))
  await form.load(0)
  expect(form.awayReasons()).toEqual([undefined, 'unreachable'])
  const nextLoad = form.load(MINUTE_MS)
  await expect.poll(() => form.requestedPaths.length).toBe(2)
  expect(form.awayReasons()).toEqual([undefined, 'unreachable'])
  await nextLoad
  expect(form.awayReasons()).toEqual([undefined, 'unreachable'])
  await form.load(2 * MINUTE_MS)
  expect(form.awayReasons()).toEqual([undefined])
})

test('the only engine is polled each minute while it is unreachable', async () => {
  const form = createForm(ok(oneModel), ok(oneModel), ok(BUILTIN_PARAMETERS))
  await form.load(0)
  await form.load(MINUTE_MS)
  expect(form.awayReasons()).toEqual(['unreachable'])
  await form.load(2 * MINUTE_MS)
  expect(form.awayReasons()).toEqual([undefined])
  expect(form.requestedPaths).toHaveLength(3)
})
