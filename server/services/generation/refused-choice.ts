import type { VideoParameters } from '#shared/api/generation.ts'
import type { Duration, Resolution } from '#shared/domain/generation-options.ts'

interface Choice {
  readonly modelName: string
  readonly duration: Duration
  readonly resolution: Resolution
}

/** The field in which something is asked for that the engine does not offer; undefined when all of it is offered. */
export function refusedChoice({ series }: VideoParameters, choice: Choice): 'modelName' | 'duration' | 'resolution' | undefined {
  const model = series.find(({ modelName }) => modelName === choice.modelName)
  if (model === undefined) return 'modelName'
  const duration = model.durationOptions.find(({ value }) => value === choice.duration)
  if (duration === undefined) return 'duration'
  return duration.resolutionOptions.some(({ value }) => value === choice.resolution) ? undefined : 'resolution'
}
