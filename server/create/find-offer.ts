import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { Result } from '#shared/result.ts'
import { refuse } from '#server/platform/context/failure.ts'
import { ok } from '#shared/result.ts'

interface Choice {
  readonly modelName: string
  readonly duration: Duration
  readonly resolution: Resolution
  readonly videoNum: number
}

/** The points of one video of an offered choice; else H3000 naming the field that is not offered. */
export function findOffer({ series, videoNumOptions }: VideoParameters, choice: Choice): Result<number, ServiceFailure> {
  const model = series.find(({ modelName }) => modelName === choice.modelName)
  if (model === undefined) return refuse('H3000', ['modelName'])
  const length = model.durationOptions.find(({ value }) => value === choice.duration)
  if (length === undefined) return refuse('H3000', ['duration'])
  const option = length.resolutionOptions.find(({ value }) => value === choice.resolution)
  if (option === undefined) return refuse('H3000', ['resolution'])
  return videoNumOptions.includes(choice.videoNum) ? ok(option.points) : refuse('H3000', ['videoNum'])
}
