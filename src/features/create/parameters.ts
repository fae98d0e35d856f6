import { getVideoParameters } from '#shared/api/generation.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { HISTORY_DATABASE } from '#shared/storage/keys.ts'
import { storedParametersRecord } from '#shared/storage/page-records.ts'
import { api } from '#src/lib/api.ts'
import { createState } from './create-state.ts'
import { validChoice } from './model-options.ts'

const PARAMETERS_KEY = 'video-parameters'
/** How long the model list counts as fresh, in ms. */
const PARAMETERS_FRESH_MS = 3 * 60 * 1000

const records = openRecords(HISTORY_DATABASE)

/** Shows the stored options at once and asks for new ones when they are old; without any the published ones stand. */
export async function loadParameters(nowMs: number): Promise<void> {
  const stored = await records.read(PARAMETERS_KEY, storedParametersRecord)
  if (stored !== undefined) takeParameters(stored.parameters)
  if (stored !== undefined && nowMs - stored.storedAtMs < PARAMETERS_FRESH_MS) return
  const answer = await api.call(getVideoParameters, {})
  if (!answer.ok || answer.value.series.length === 0) return
  await records.write(PARAMETERS_KEY, storedParametersRecord, { parameters: answer.value, storedAtMs: nowMs })
  takeParameters(answer.value)
}

function takeParameters(parameters: typeof createState.parameters): void {
  createState.parameters = parameters
  createState.settings = { ...createState.settings, ...validChoice(parameters, createState.settings) }
}
