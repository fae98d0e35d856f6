import { getHeadTailParameters, getVideoParameters } from '#shared/api/generation.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { LISTS_FRESH_MS } from '#shared/domain/gallery-rules.ts'
import { HISTORY_DATABASE } from '#shared/storage/keys.ts'
import { storedParametersRecord } from '#shared/storage/page-records.ts'
import { api } from '#src/platform/api.ts'
import type { Composer } from './composer.ts'
import { takeParameters } from './form-actions.ts'

/** The prepare call of each kind; effects use the models of the image-to-video tool. */
const PREPARE = {
  CUSTOM: { call: getVideoParameters, key: 'video-parameters' },
  HEAD_TAIL: { call: getHeadTailParameters, key: 'head-tail-parameters' },
  TEMPLATE: { call: getVideoParameters, key: 'video-parameters' },
} as const

/** How old the news of several models may be that a form in view shows, in ms. */
const NEWS_MS = 60_000

const records = openRecords(HISTORY_DATABASE)

/**
 * Shows the stored options at once and loads old ones anew; without any, the built-in defaults apply. Where there are several models, whether
 * one is away is asked again each minute.
 */
export function followParameters(composer: Composer): () => void {
  void loadParameters(composer, Date.now())
  const timer = setInterval(() => {
    const { series } = composer.state.parameters
    const isNews = series.length > 1 || series.some(({ away }) => away !== undefined)
    if (isNews && document.visibilityState === 'visible') void loadParameters(composer, Date.now())
  }, NEWS_MS)
  return () => clearInterval(timer)
}

async function loadParameters(composer: Composer, nowMs: number): Promise<void> {
  const { call, key } = PREPARE[composer.bizType]
  const stored = await records.read(key, storedParametersRecord)
  if (stored !== undefined) takeParameters(composer, stored.parameters)
  const isSettled = stored?.parameters.series.length === 1 && nowMs - stored.storedAtMs < LISTS_FRESH_MS
  if (isSettled) return
  const answer = await api.call(call, {})
  if (!answer.ok || answer.value.series.length === 0) return
  const series = answer.value.series.map(({ away: _, ...model }) => model)
  await records.write(key, storedParametersRecord, { parameters: { ...answer.value, series }, storedAtMs: nowMs })
  takeParameters(composer, answer.value)
}
