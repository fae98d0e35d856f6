import { expect, test } from 'vitest'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { offerOf, standInModels } from '#shared/domain/stand-in-models.ts'

const [builtinModel] = BUILTIN_PARAMETERS.series
const model = (modelName: string, points: number, changes: object = {}) => ({
  modelName,
  controls: ['camera'],
  durationOptions: [{ value: '6s' as const, resolutionOptions: [{ value: '720p' as const, points }] }],
  ...changes,
})
const series = [model('a', 80), model('b', 90), model('c', 80), model('d', 40, { endFrame: false })]
const request = { bizType: 'CUSTOM', modelName: 'a', duration: '6s', resolution: '720p' } as const
const standInNames = (changes: object = {}) => standInModels(series, { ...request, ...changes }, 80).map(({ modelName }) => modelName)

test('those with the same abilities replace it, never for more points, in their order', () => {
  expect(standInNames()).toEqual(['c', 'd'])
  expect(standInNames({ bizType: 'HEAD_TAIL' })).toEqual(['c'])
  expect(standInNames({ controls: { camera: 'rise' } })).toEqual(['c', 'd'])
  expect(standInNames({ controls: { brush: [] } })).toEqual([])
  expect(standInNames({ duration: '8s' })).toEqual([])
  expect(standInNames({ resolution: '1080p' })).toEqual([])
})

test('a video has the points of its length and resolution', () => {
  expect(offerOf(builtinModel!, request)).toEqual({ ok: true, value: 50 })
  expect(offerOf(series[3]!, { ...request, bizType: 'HEAD_TAIL' })).toEqual({ ok: false, error: 'modelName' })
})
