import { describe, expect, test } from 'vitest'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { choicePoints } from '#shared/domain/video-price.ts'
import { createComposer } from '#src/create/composer.ts'
import { changeSettings, applyParameters } from '#src/create/form-actions.ts'
import { restoreDraft } from '#src/create/follow-form.ts'
import { validChoice } from '#src/create/model-options.ts'
import { draftRecord } from '#shared/storage/draft-record.ts'
import { stalledImages, settings } from '../../fixtures/page/builders.ts'
import { memoryRecords } from './memory-records.ts'

describe('the choice of model, length and resolution', () => {
  test('without a preference it is the default of the answer', () => {
    expect(validChoice(BUILTIN_PARAMETERS, {})).toEqual({ modelName: 'kinora-motion-1', duration: '6s', resolution: '720p' })
  })

  test('an offered preference stays', () => {
    expect(validChoice(BUILTIN_PARAMETERS, { duration: '10s', resolution: '1080p' })).toMatchObject({
      duration: '10s',
      resolution: '1080p',
    })
  })

  test('a preference that is not offered any more becomes the default', () => {
    const [series] = BUILTIN_PARAMETERS.series
    const [, sixSeconds] = series?.durationOptions ?? []
    const sixSecondsOnly = {
      ...BUILTIN_PARAMETERS,
      series: [{ modelName: 'other', controls: [], durationOptions: sixSeconds === undefined ? [] : [sixSeconds] }],
    }
    expect(validChoice(sixSecondsOnly, { modelName: 'kinora-motion-1', duration: '10s', resolution: '480p' })).toEqual({
      modelName: 'other',
      duration: '6s',
      resolution: '480p',
    })
  })

  test('the price is that of the answer, not a formula of the page', () => {
    const series = {
      modelName: 'm',
      durationOptions: [{ value: '6s', isDefault: true, resolutionOptions: [{ value: '720p', isDefault: true, points: 777 }] }],
    } as const
    expect(choicePoints(series, '6s', '720p')).toBe(777)
  })
})

describe('a model that only the server knows', () => {
  const otherModel = { ...BUILTIN_PARAMETERS.series[0]!, modelName: 'other-1' }
  const bothModels = { ...BUILTIN_PARAMETERS, series: [...BUILTIN_PARAMETERS.series, otherModel] }
  const wantedChoice = { modelName: 'other-1', duration: '8s', resolution: '480p' } as const

  async function restoreForm() {
    const records = memoryRecords()
    const composer = createComposer('CUSTOM', { images: stalledImages, records, owner: () => '' })
    const readDraft = () => records.read('image-to-video', draftRecord)
    await records.write('image-to-video', draftRecord, { owner: '', settings: { ...settings, ...wantedChoice }, pictures: [null] })
    await restoreDraft(composer)
    return { composer, readDraft }
  }

  test('is chosen by a draft once the server has sent its options, and stays in the draft until then', async () => {
    const { composer, readDraft } = await restoreForm()
    expect(composer.state.settings).toMatchObject({ modelName: 'kinora-motion-1', duration: '8s', resolution: '480p' })
    await composer.drafts.save()
    expect((await readDraft())?.settings).toMatchObject(wantedChoice)
    applyParameters(composer, bothModels)
    expect(composer.state.settings).toMatchObject(wantedChoice)
  })

  test('yields to a choice made meanwhile, and to the offer', async () => {
    const chosenForm = await restoreForm()
    changeSettings(chosenForm.composer, { resolution: '1080p' })
    applyParameters(chosenForm.composer, bothModels)
    expect(chosenForm.composer.state.settings).toMatchObject({ modelName: 'kinora-motion-1', resolution: '1080p' })
    chosenForm.composer.drafts.suspendSaving()
    const unofferedForm = await restoreForm()
    applyParameters(unofferedForm.composer, BUILTIN_PARAMETERS)
    applyParameters(unofferedForm.composer, bothModels)
    expect(unofferedForm.composer.state.settings.modelName).toBe('kinora-motion-1')
  })

  test('makes no effect: that is the first one of the answer', () => {
    const composer = createComposer('TEMPLATE', { images: stalledImages, records: memoryRecords(), owner: () => '' })
    applyParameters(composer, { ...bothModels, series: bothModels.series.toReversed() })
    expect(composer.state.settings.modelName).toBe('other-1')
    expect(composer.state.parameters.series).toHaveLength(1)
  })
})
