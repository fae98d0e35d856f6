import type { BizType } from '#shared/domain/task.ts'
import { proxy } from '#src/store/state.ts'

interface ReplacedPrompt {
  /** The user's own text. `after` is the text that replaced it. */
  readonly before: string
  readonly after: string
}
type ReplacedPrompts = Record<BizType, ReplacedPrompt | null>

const noReplacements = (): ReplacedPrompts => ({ CUSTOM: null, HEAD_TAIL: null, TEMPLATE: null })

export const replacedPrompts = proxy<ReplacedPrompts>(noReplacements())

/** Stores which prompt was replaced, for undo. After several replacements in a row, undo still restores the user's own text. */
export function noteReplacedPrompt(bizType: BizType, before: string, after: string): void {
  if (before === after) return
  const lastReplacement = replacedPrompts[bizType]
  const ownText = lastReplacement?.after === before ? lastReplacement.before : before
  replacedPrompts[bizType] = ownText === after ? null : { before: ownText, after }
}

/** The prompt that undo restores; null if the user has changed the prompt since the replacement. */
export function promptBefore(replacement: ReplacedPrompt | null, prompt: string): string | null {
  return replacement?.after === prompt ? replacement.before : null
}

export function forgetReplaced(): void {
  Object.assign(replacedPrompts, noReplacements())
}
