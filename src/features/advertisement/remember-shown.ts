import { AD_INTERVAL_MS } from '#shared/domain/advertisement-rules.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { writeLocal } from '#src/lib/local-values.ts'

/** Writes down when it was shown, and when it might be again. Nobody reads it: it opens when somebody asks for it, never by itself. */
export function rememberShown(nowMs: number): void {
  writeLocal(LOCAL_KEYS.adShown, JSON.stringify({ shownAtMs: nowMs, againAtMs: nowMs + AD_INTERVAL_MS }))
}
