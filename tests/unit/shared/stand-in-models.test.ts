import { expect, test } from 'vitest'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { offerOf, standInModels } from '#shared/domain/stand-in-models.ts'

const [own] = BUILTIN_PARAMETERS.series
const model = (modelName: string, points: number, more: object = {}) => ({
  modelName,
  controls: ['camera'],
  durationOptions: [{ value: '6s' as const, resolutionOptions: [{ value: '720p' as const, points }] }],
  ...more,
})
const series = [model('a', 80), model('b', 90), model('c', 80), model('d', 40, { endFrame: false })]
const asked = { bizType: 'CUSTOM', modelName: 'a', duration: '6s', resolution: '720p' } as const
const names = (more: object = {}) => standInModels(series, { ...asked, ...more }, 80).map(({ modelName }) => modelName)

test('those with the same abilities replace it, never for more points, in their order', () => {
  expect(names()).toEqual(['c', 'd'])
  expect(names({ bizType: 'HEAD_TAIL' })).toEqual(['c'])
  expect(names({ controls: { camera: 'rise' } })).toEqual(['c', 'd'])
  expect(names({ controls: { brush: [] } })).toEqual([])
  expect(names({ duration: '8s' })).toEqual([])
  expect(names({ resolution: '1080p' })).toEqual([])
})

test('a video has the points of its length and resolution', () => {
  expect(offerOf(own!, asked)).toEqual({ ok: true, value: 50 })
  expect(offerOf(series[3]!, { ...asked, bizType: 'HEAD_TAIL' })).toEqual({ ok: false, error: 'modelName' })
})
