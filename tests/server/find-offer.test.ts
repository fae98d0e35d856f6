import { expect, it } from 'vitest'
import { findOffer } from '#server/create/accept-commit.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'

const choice = { bizType: 'CUSTOM', modelName: 'kinora-motion-1', duration: '6s', resolution: '720p', videoNum: 1 } as const

it('returns the points of one video of the offer, for any number of videos', () => {
  expect(findOffer(BUILTIN_PARAMETERS, choice)).toEqual({ ok: true, value: 50 })
  expect(findOffer(BUILTIN_PARAMETERS, { ...choice, videoNum: 4 })).toEqual({ ok: true, value: 50 })
  expect(findOffer(BUILTIN_PARAMETERS, { ...choice, resolution: '1080p' })).toEqual({ ok: true, value: 75 })
  expect(findOffer(BUILTIN_PARAMETERS, { ...choice, duration: '10s', resolution: '1080p' })).toEqual({ ok: true, value: 125 })
})

it('names the missing offer', () => {
  const findChangedOffer = (change: object, parameters = BUILTIN_PARAMETERS) => findOffer(parameters, { ...choice, ...change })
  const refusalOf = (field: string) => ({ ok: false, error: { code: 'H3000', fields: [field] } })
  const [series] = BUILTIN_PARAMETERS.series
  const shortSeries = { ...series!, durationOptions: series!.durationOptions.filter(({ value }) => value === '6s') }
  const smallOptions = shortSeries.durationOptions.map((option) => ({ ...option, resolutionOptions: option.resolutionOptions.slice(0, 1) }))
  expect(findChangedOffer({ modelName: 'another' })).toEqual(refusalOf('modelName'))
  expect(findChangedOffer({ duration: '10s' }, { ...BUILTIN_PARAMETERS, series: [shortSeries] })).toEqual(refusalOf('duration'))
  expect(
    findChangedOffer({ resolution: '1080p' }, { ...BUILTIN_PARAMETERS, series: [{ ...shortSeries, durationOptions: smallOptions }] }),
  ).toEqual(refusalOf('resolution'))
  expect(findChangedOffer({ videoNum: 5 })).toEqual(refusalOf('videoNum'))
})
