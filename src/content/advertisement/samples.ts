import type { Template } from '#shared/api/templates.ts'
import { AD_SAMPLES, AD_INTERVAL_MS } from '#shared/domain/advertisement-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { writeLocal } from '#src/platform/local-values.ts'

/** The first items that have their video, filled up with those that don't have it yet. */
export function chooseSamples(items: readonly Template[]): readonly Template[] {
  const isMade = ({ movieUrl }: Template) => movieUrl !== null
  return [...items.filter(isMade), ...items.filter((item) => !isMade(item))].slice(0, AD_SAMPLES)
}

/** Writes down when it was shown, and when it might be again. Nobody reads it: it opens when somebody asks for it, never by itself. */
export function rememberShown(nowMs: number): void {
  writeLocal(LOCAL_KEYS.adShown, JSON.stringify({ shownAtMs: nowMs, againAtMs: nowMs + AD_INTERVAL_MS }))
}
