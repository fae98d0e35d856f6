import type { Template } from '#shared/api/templates.ts'
import { AD_SAMPLES, AD_INTERVAL_MS } from '#shared/domain/advertisement-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { writeLocal } from '#src/platform/local-values.ts'

/** The first items with a video, then items without one yet. */
export function chooseSamples(items: readonly Template[]): readonly Template[] {
  const isMade = ({ movieUrl }: Template) => movieUrl !== null
  return [...items.filter(isMade), ...items.filter((item) => !isMade(item))].slice(0, AD_SAMPLES)
}

/** Records when it was shown and its next date. Unused so far, because it only opens on request. */
export function rememberShown(nowMs: number): void {
  writeLocal(LOCAL_KEYS.adShown, JSON.stringify({ shownAtMs: nowMs, againAtMs: nowMs + AD_INTERVAL_MS }))
}
