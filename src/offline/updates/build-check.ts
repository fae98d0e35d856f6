import { BUILD_CHECK_EVERY_MS } from '#shared/domain/update-rules.ts'

export interface BuildCheckDeps {
  readonly ownBuild: number
  /** The build that the server has; null when it can't be asked. */
  readonly readServedBuild: () => Promise<number | null>
  readonly nowMs: () => number
  /** The server has another build, newer or older. */
  readonly onOther: () => void
}

/** Asks the server which build it has, at most once in a while; an answer that did not come is asked for again. */
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
