import type { BizType } from '#shared/domain/task.ts'
import { proxy } from '#src/store/state.ts'

interface ReplacedPrompt {
  /** The user's own text. `after` is the text that replaced it. */
  readonly before: string
  readonly after: string
}
type ReplacedPrompts = Record<BizType, ReplacedPrompt | null>

const none = (): ReplacedPrompts => ({ CUSTOM: null, HEAD_TAIL: null, TEMPLATE: null })

export const replacedPrompts = proxy<ReplacedPrompts>(none())

/** Stores which prompt was replaced, for undo. After several replacements in a row, it stays the user's own text. */
export function noteReplaced(bizType: BizType, before: string, after: string): void {
  if (before === after) return
  const last = replacedPrompts[bizType]
  const own = last?.after === before ? last.before : before
  replacedPrompts[bizType] = own === after ? null : { before: own, after }
}

/** The prompt that undo restores; null if the user has changed the prompt since the replacement. */
export function promptBefore(replaced: ReplacedPrompt | null, prompt: string): string | null {
  return replaced?.after === prompt ? replaced.before : null
}

export function forgetReplaced(): void {
  Object.assign(replacedPrompts, none())
}
