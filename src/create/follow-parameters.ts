import type { ApiClient } from '#shared/api/client.ts'
import { type VideoParameters, getHeadTailParameters, getVideoParameters } from '#shared/api/generation.ts'
import { type RecordStore, openRecords } from '#shared/browser/record-store.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { storedParametersRecord } from '#shared/storage/page-records.ts'
import { HISTORY_DATABASE } from '#shared/storage/records.ts'
import { api } from '#src/hub-client/api.ts'
import type { Composer } from './composer.ts'
import { applyParameters } from './form-actions.ts'

/** The interval at which a visible form asks again whether an engine is unreachable, in ms. */
const AVAILABILITY_MS = 60_000

interface ParametersDeps {
  readonly api: Pick<ApiClient, 'call'>
  readonly records: Pick<RecordStore, 'read' | 'write'>
}

const PAGE: ParametersDeps = { api, records: openRecords(HISTORY_DATABASE) }

/**
 * Shows the stored options at once and reloads old ones; without stored options, the built-in defaults apply. With several models, it asks
 * each minute whether one is unreachable.
 */
export function followParameters(composer: Composer): () => void {
  void loadParameters(composer, PAGE, Date.now())
  const timer = setInterval(() => {
    const { series } = composer.state.parameters
    const isWatched = series.length > 1 || hasAway(series)
    if (isWatched && document.visibilityState === 'visible') void loadParameters(composer, PAGE, Date.now())
  }, AVAILABILITY_MS)
  return () => clearInterval(timer)
}

/** The prepare call of each kind; effects use the models of the image-to-video tool. */
const PREPARE_CALLS = {
  CUSTOM: { call: getVideoParameters, key: 'video-parameters' },
  HEAD_TAIL: { call: getHeadTailParameters, key: 'head-tail-parameters' },
  TEMPLATE: { call: getVideoParameters, key: 'video-parameters' },
} as const

type Models = VideoParameters['series']

/** Loads the options of a form: the stored ones at once, then the server's unless the stored ones are fresh. */
export async function loadParameters(composer: Composer, { api, records }: ParametersDeps, nowMs: number): Promise<void> {
  const { call, key } = PREPARE_CALLS[composer.bizType]
  const stored = await records.read(key, storedParametersRecord)
  const shown = composer.state.parameters.series
  if (stored !== undefined) applyParameters(composer, { ...stored.parameters, series: withAway(stored.parameters.series, shown) })
  const isSettled = stored?.parameters.series.length === 1 && nowMs - stored.storedAtMs < LISTS_FRESH_MS && !hasAway(shown)
  if (isSettled) return
  const answer = await api.call(call, {})
  if (!answer.ok || answer.value.series.length === 0) return
  const series = answer.value.series.map(({ away: _, ...model }) => model)
  await records.write(key, storedParametersRecord, { parameters: { ...answer.value, series }, storedAtMs: nowMs })
  applyParameters(composer, answer.value)
}

function hasAway(models: Models): boolean {
  return models.some(({ away }) => away !== undefined)
}

/** Stored options do not include the reachability of engines. The last answer is valid until the next one. */
function withAway(models: Models, shown: Models): Models {
  return models.map((model) => {
    const away = shown.find(({ modelName }) => modelName === model.modelName)?.away
    return away === undefined ? model : { ...model, away }
  })
}
