import type { VideoParameters } from '#shared/api/generation.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { changeControls } from '#motion/controls/motion-controls.ts'
import { cleanPrompt } from '#shared/domain/clean-prompt.ts'
import { type Choice, validChoice } from './model-options.ts'
import type { Composer, ComposerState } from './composer.ts'

/**
 * Changes settings of the form. A duration or resolution that the model does not offer becomes the model's default. If `change`
 * sets another model, both become that model's defaults, unless `change` sets them too.
 */
export function changeSettings({ state, drafts }: Composer, change: Partial<GenerationSettings>): void {
  state.hasChosen = true
  if (change.prompt !== undefined) state.hasWritten = true
  const isOtherModel = change.modelName !== undefined && change.modelName !== state.settings.modelName
  const newSettings = withOneMusic(withCleanPrompt({ ...state.settings, ...change }), change)
  const choice = isOtherModel ? { duration: undefined, resolution: undefined, ...change } : newSettings
  state.settings = { ...newSettings, ...validChoice(state.parameters, choice) }
  awaitModel(state, newSettings)
  state.problem = null
  drafts.saveSoon()
}

export function awaitModel(state: ComposerState, choice: Choice): void {
  const { modelName, duration, resolution } = choice
  const isOffered = state.parameters.series.some((model) => model.modelName === modelName)
  state.awaitedChoice = isOffered ? null : { modelName, duration, resolution }
}

/** Sets the options that the server offers. For an effect, this is only the first model, which is the default. */
export function applyParameters({ bizType, state }: Composer, { series, ...otherOptions }: VideoParameters): void {
  state.parameters = { ...otherOptions, series: bizType === 'TEMPLATE' ? series.slice(0, 1) : series }
  state.settings = { ...state.settings, ...validChoice(state.parameters, state.awaitedChoice ?? state.settings) }
  state.awaitedChoice = null
}

/**
 * Removes composed music if the change sets the user's own music, and removes the own music if the change sets composed music: a video has
 * only one of them.
 */
function withOneMusic(settings: GenerationSettings, { ownMusic, aiMusic, controls }: Partial<GenerationSettings>): GenerationSettings {
  if (ownMusic !== undefined) {
    const withoutMusic = settings.aiMusic === undefined ? {} : { aiMusic: 0 as const }
    return { ...settings, ...withoutMusic, controls: changeControls(settings.controls, { music: undefined }) }
  }
  return aiMusic === 1 || controls?.music !== undefined ? { ...settings, ownMusic: undefined } : settings
}

export function withCleanPrompt(settings: GenerationSettings): GenerationSettings {
  return { ...settings, prompt: cleanPrompt(settings.prompt) }
}
