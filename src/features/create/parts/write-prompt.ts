import type { Composer } from '#src/features/create/composer.ts'
import { changeSettings } from '#src/features/create/form-actions.ts'
import { noteReplaced, promptBefore, replacedPrompts } from './replaced-prompt.ts'

/** Puts other words into the field; the person's own come back by `undoPrompt`. False where just these stand there already. */
export function replacePrompt(composer: Composer, prompt: string): boolean {
  const before = composer.state.settings.prompt
  changeSettings(composer, { prompt })
  const after = composer.state.settings.prompt
  noteReplaced(composer.bizType, before, after)
  return after !== before
}

/** False where nothing was replaced. */
export function undoPrompt(composer: Composer): boolean {
  const before = promptBefore(replacedPrompts[composer.bizType], composer.state.settings.prompt)
  if (before === null) return false
  replacedPrompts[composer.bizType] = null
  changeSettings(composer, { prompt: before })
  return true
}
