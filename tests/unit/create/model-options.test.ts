import { describe, expect, test } from 'vitest'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { choicePoints } from '#shared/domain/price.ts'
import { validChoice } from '#src/create/model-options.ts'

describe('the choice of model, length and resolution', () => {
  test('without a wish it is the default of the answer', () => {
    expect(validChoice(BUILTIN_PARAMETERS, {})).toEqual({ modelName: 'kinora-motion-1', duration: '6s', resolution: '720p' })
  })

  test('a wish that is offered stands', () => {
    expect(validChoice(BUILTIN_PARAMETERS, { duration: '10s', resolution: '1080p' })).toMatchObject({
      duration: '10s',
      resolution: '1080p',
    })
  })

  test('a wish that is not offered any more becomes the default', () => {
    const [series] = BUILTIN_PARAMETERS.series
    const [, sixSeconds] = series?.durationOptions ?? []
    const onlySix = {
      ...BUILTIN_PARAMETERS,
      series: [{ modelName: 'other', controls: [], durationOptions: sixSeconds === undefined ? [] : [sixSeconds] }],
    }
    expect(validChoice(onlySix, { modelName: 'kinora-motion-1', duration: '10s', resolution: '480p' })).toEqual({
      modelName: 'other',
      duration: '6s',
      resolution: '480p',
    })
  })

  test('the price is the one of the answer, not a formula of the page', () => {
    const series = {
      modelName: 'm',
      durationOptions: [{ value: '6s', isDefault: true, resolutionOptions: [{ value: '720p', isDefault: true, points: 777 }] }],
    } as const
    expect(choicePoints(series, '6s', '720p')).toBe(777)
  })
})
