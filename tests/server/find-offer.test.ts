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
  const refusal = (change: object, parameters = BUILTIN_PARAMETERS) => findOffer(parameters, { ...choice, ...change })
  const refused = (field: string) => ({ ok: false, error: { code: 'H3000', fields: [field] } })
  const [series] = BUILTIN_PARAMETERS.series
  const onlyShort = { ...series!, durationOptions: series!.durationOptions.filter(({ value }) => value === '6s') }
  const small = onlyShort.durationOptions.map((option) => ({ ...option, resolutionOptions: option.resolutionOptions.slice(0, 1) }))
  expect(refusal({ modelName: 'another' })).toEqual(refused('modelName'))
  expect(refusal({ duration: '10s' }, { ...BUILTIN_PARAMETERS, series: [onlyShort] })).toEqual(refused('duration'))
  expect(refusal({ resolution: '1080p' }, { ...BUILTIN_PARAMETERS, series: [{ ...onlyShort, durationOptions: small }] })).toEqual(
    refused('resolution'),
  )
  expect(refusal({ videoNum: 5 })).toEqual(refused('videoNum'))
})
