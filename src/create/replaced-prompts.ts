import type { BizType } from '#shared/domain/task.ts'
import { proxy } from '#src/platform/state.ts'

interface ReplacedPrompt {
  /** What the person had written. */
  readonly before: string
  readonly after: string
}
type ReplacedPrompts = Record<BizType, ReplacedPrompt | null>

const none = (): ReplacedPrompts => ({ CUSTOM: null, HEAD_TAIL: null, TEMPLATE: null })

/** In each form the words that others took the place of last. */
export const replacedPrompts = proxy<ReplacedPrompts>(none())

/** Other words stand in the field than the person wrote; of several in a row, the person's own are what comes back. */
export function noteReplaced(bizType: BizType, before: string, after: string): void {
  if (before === after) return
  const last = replacedPrompts[bizType]
  const own = last?.after === before ? last.before : before
  replacedPrompts[bizType] = own === after ? null : { before: own, after }
}

/** What comes back in place of these words; null where nothing does, because the person has gone on writing. */
export function promptBefore(replaced: ReplacedPrompt | null, prompt: string): string | null {
  return replaced?.after === prompt ? replaced.before : null
}

export function forgetReplaced(): void {
  Object.assign(replacedPrompts, none())
}
