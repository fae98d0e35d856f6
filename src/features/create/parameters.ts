import type { VideoParameters } from '#shared/api/generation.ts'
import { getHeadTailParameters, getVideoParameters } from '#shared/api/generation.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { HISTORY_DATABASE } from '#shared/storage/keys.ts'
import { storedParametersRecord } from '#shared/storage/page-records.ts'
import { api } from '#src/lib/api.ts'
import type { Composer } from './composer.ts'
import { validChoice } from './model-options.ts'

/** The prepare call of each kind; effects are made by the models of the image-to-video tool. */
const PREPARE = {
  CUSTOM: { call: getVideoParameters, key: 'video-parameters' },
  HEAD_TAIL: { call: getHeadTailParameters, key: 'head-tail-parameters' },
  TEMPLATE: { call: getVideoParameters, key: 'video-parameters' },
} as const

const records = openRecords(HISTORY_DATABASE)

/** Shows the stored options at once and asks for new ones when they are old; without any the published ones stand. */
export async function loadParameters(composer: Composer, nowMs: number): Promise<void> {
  const { call, key } = PREPARE[composer.bizType]
  const stored = await records.read(key, storedParametersRecord)
  if (stored !== undefined) takeParameters(composer, stored.parameters)
  if (stored !== undefined && nowMs - stored.storedAtMs < LISTS_FRESH_MS) return
  const answer = await api.call(call, {})
  if (!answer.ok || answer.value.series.length === 0) return
  await records.write(key, storedParametersRecord, { parameters: answer.value, storedAtMs: nowMs })
  takeParameters(composer, answer.value)
}

function takeParameters({ state }: Composer, parameters: VideoParameters): void {
  state.parameters = parameters
  state.settings = { ...state.settings, ...validChoice(parameters, state.settings) }
}
