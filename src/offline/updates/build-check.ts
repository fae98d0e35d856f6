import { BUILD_CHECK_EVERY_MS } from '#shared/domain/offline-rules.ts'

export interface BuildCheckDeps {
  readonly ownBuild: number
  /** The server's build; null when it cannot be reached. */
  readonly readServedBuild: () => Promise<number | null>
  readonly nowMs: () => number
  /** The server has another build, newer or older. */
  readonly onOther: () => void
}

/** Asks the server for its build, at most once per interval; retries without an answer. */
export function createBuildCheck({ ownBuild, readServedBuild, nowMs, onOther }: BuildCheckDeps): () => Promise<void> {
  let askedAtMs = nowMs()
  return async () => {
    if (nowMs() - askedAtMs < BUILD_CHECK_EVERY_MS) return
    const before = askedAtMs
    askedAtMs = nowMs()
    const served = await readServedBuild()
    if (served === null) askedAtMs = before
    else if (served !== ownBuild) onOther()
  }
}
