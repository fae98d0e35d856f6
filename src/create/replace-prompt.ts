import type { Composer } from './composer.ts'
import { replacedPrompts, noteReplacedPrompt, promptBefore } from './replaced-prompts.ts'
import { changeSettings } from './form-actions.ts'

/** Replaces the prompt. `undoPrompt` restores the user's own text. False if the text is the same. */
export function replacePrompt(composer: Composer, prompt: string): boolean {
  const formerPrompt = composer.state.settings.prompt
  changeSettings(composer, { prompt })
  const newPrompt = composer.state.settings.prompt
  noteReplacedPrompt(composer.bizType, formerPrompt, newPrompt)
  return newPrompt !== formerPrompt
}

/** Restores the prompt before the last replacement; false if there is nothing to restore. */
export function undoPrompt(composer: Composer): boolean {
  const formerPrompt = promptBefore(replacedPrompts[composer.bizType], composer.state.settings.prompt)
  if (formerPrompt === null) return false
  replacedPrompts[composer.bizType] = null
  changeSettings(composer, { prompt: formerPrompt })
  return true
}
