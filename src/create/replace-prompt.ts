import type { Composer } from './composer.ts'
import { replacedPrompts, noteReplaced, promptBefore } from './replaced-prompts.ts'
import { changeSettings } from './form-actions.ts'

/** Replaces the prompt. `undoPrompt` restores the user's own text. False if the text is the same. */
export function replacePrompt(composer: Composer, prompt: string): boolean {
  const before = composer.state.settings.prompt
  changeSettings(composer, { prompt })
  const after = composer.state.settings.prompt
  noteReplaced(composer.bizType, before, after)
  return after !== before
}

/** Restores the prompt before the last replacement; false if there is nothing to restore. */
export function undoPrompt(composer: Composer): boolean {
  const before = promptBefore(replacedPrompts[composer.bizType], composer.state.settings.prompt)
  if (before === null) return false
  replacedPrompts[composer.bizType] = null
  changeSettings(composer, { prompt: before })
  return true
}
