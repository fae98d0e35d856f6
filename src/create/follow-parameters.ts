import type { ApiClient } from '#shared/api/client.ts'
import { type VideoParameters, getHeadTailParameters, getVideoParameters } from '#shared/api/generation.ts'
import { type RecordStore, openRecords } from '#shared/browser/record-store.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { storedParametersRecord } from '#shared/storage/page-records.ts'
import { HISTORY_DATABASE } from '#shared/storage/records.ts'
import { api } from '#src/hub-client/api.ts'
import type { Composer } from './composer.ts'
import { applyParameters } from './form-actions.ts'

/** How often a visible form asks whether an engine is unreachable, in ms. */
const POLL_EVERY_MS = 60_000

interface ParametersDeps {
  readonly api: Pick<ApiClient, 'call'>
  readonly records: Pick<RecordStore, 'read' | 'write'>
}

const PAGE_DEPS: ParametersDeps = { api, records: openRecords(HISTORY_DATABASE) }

/**
 * Loads the options of a form (see `loadParameters`). Before that, built-in defaults apply. With several models or an unreachable one, a
 * visible form requests its options each minute, to notice whether an engine is unreachable.
 */
export function followParameters(composer: Composer): () => void {
  void loadParameters(composer, PAGE_DEPS, Date.now())
  const timer = setInterval(() => {
    const { series } = composer.state.parameters
    const isPolled = series.length > 1 || hasUnreachable(series)
    if (isPolled && document.visibilityState === 'visible') void loadParameters(composer, PAGE_DEPS, Date.now())
  }, POLL_EVERY_MS)
  return () => clearInterval(timer)
}

/** The call that returns the options of each kind. Effects use the models of the image-to-video form. */
const PREPARE_CALLS = {
  CUSTOM: { call: getVideoParameters, key: 'video-parameters' },
  HEAD_TAIL: { call: getHeadTailParameters, key: 'head-tail-parameters' },
  TEMPLATE: { call: getVideoParameters, key: 'video-parameters' },
} as const

type Models = VideoParameters['series']

/** Shows the stored options of a form at once. Requests new ones, unless the stored ones are fresh and have a single, reachable model. */
export async function loadParameters(composer: Composer, { api, records }: ParametersDeps, nowMs: number): Promise<void> {
  const { call, key } = PREPARE_CALLS[composer.bizType]
  const stored = await records.read(key, storedParametersRecord)
  const shownModels = composer.state.parameters.series
  if (stored !== undefined)
    applyParameters(composer, { ...stored.parameters, series: withReachability(stored.parameters.series, shownModels) })
  const isFresh = stored?.parameters.series.length === 1 && nowMs - stored.storedAtMs < LISTS_FRESH_MS && !hasUnreachable(shownModels)
  if (isFresh) return
  const answer = await api.call(call, {})
  if (!answer.ok || answer.value.series.length === 0) return
  const series = answer.value.series.map(({ away: _, ...model }) => model)
  await records.write(key, storedParametersRecord, { parameters: { ...answer.value, series }, storedAtMs: nowMs })
  applyParameters(composer, answer.value)
}

function hasUnreachable(models: Models): boolean {
  return models.some(({ away }) => away !== undefined)
}

/** Copies the reachability of engines from the shown models, because stored options do not include it. */
function withReachability(models: Models, shownModels: Models): Models {
  return models.map((model) => {
    const away = shownModels.find(({ modelName }) => modelName === model.modelName)?.away
    return away === undefined ? model : { ...model, away }
  })
}
