import type { VideoParameters } from '#shared/api/generation.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { changeControls } from '#motion/controls/motion-controls.ts'
import { cleanPrompt } from '#shared/domain/prompt-words.ts'
import { ok } from '#shared/result.ts'
import { type PrefillPicture, onPrefill, takePrefill } from '#src/routing/prefill.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { fetchMedia } from '#src/browser/download.ts'
import { subscribe } from '#src/store/state.ts'
import { type Choice, validChoice } from './model-options.ts'
import { type createLastTemplate, lastTemplate } from './last-template.ts'
import { promptHistory } from './prompt-history.ts'
import { type Composer, type ComposerState, withSeed } from './composer.ts'
import { replacedPrompts, noteReplaced, promptBefore } from './replaced-prompts.ts'

/**
 * Changes settings; a duration or resolution that the model does not have falls back to its default, and so do both when
 * the model changes.
 */
export function changeSettings({ state, drafts }: Composer, change: Partial<GenerationSettings>): void {
  state.hasChosen = true
  if (change.prompt !== undefined) state.hasWritten = true
  const isOtherModel = change.modelName !== undefined && change.modelName !== state.settings.modelName
  const wanted = withOneMusic(cleaned({ ...state.settings, ...change }), change)
  const choice = isOtherModel ? { duration: undefined, resolution: undefined, ...change } : wanted
  state.settings = { ...wanted, ...validChoice(state.parameters, choice) }
  awaitModel(state, wanted)
  state.problem = null
  drafts.saveSoon()
}

function awaitModel(state: ComposerState, wanted: Choice): void {
  const { modelName, duration, resolution } = wanted
  const isOffered = state.parameters.series.some((model) => model.modelName === modelName)
  state.awaited = isOffered ? null : { modelName, duration, resolution }
}

/** What the server offers; an effect is made by the default model. */
export function takeParameters({ bizType, state }: Composer, { series, ...more }: VideoParameters): void {
  state.parameters = { ...more, series: bizType === 'TEMPLATE' ? series.slice(0, 1) : series }
  state.settings = { ...state.settings, ...validChoice(state.parameters, state.awaited ?? state.settings) }
  state.awaited = null
}

/** A file of the person's own takes the place of composed music, and the other way round. */
function withOneMusic(settings: GenerationSettings, { ownMusic, aiMusic, controls }: Partial<GenerationSettings>): GenerationSettings {
  if (ownMusic !== undefined) {
    const silent = settings.aiMusic === undefined ? {} : { aiMusic: 0 as const }
    return { ...settings, ...silent, controls: changeControls(settings.controls, { music: undefined }) }
  }
  return aiMusic === 1 || controls?.music !== undefined ? { ...settings, ownMusic: undefined } : settings
}

function cleaned(settings: GenerationSettings): GenerationSettings {
  return { ...settings, prompt: cleanPrompt(settings.prompt) }
}

/**
 * Restores the stored draft, except for fields the person has changed since; a stored picture stays below a new one that
 * is not ready.
 */
export async function restoreDraft({ state, drafts, slots }: Composer): Promise<void> {
  const draft = await drafts.read()
  if (draft === undefined) return
  if (!state.hasChosen) {
    state.settings = { ...withSeed(cleaned(draft.settings)), ...validChoice(state.parameters, draft.settings) }
    awaitModel(state, draft.settings)
  } else if (!state.hasWritten) state.settings = { ...state.settings, prompt: cleanPrompt(draft.settings.prompt) }
  for (const [place, slot] of slots.entries()) {
    const stored = draft.pictures[place] ?? null
    if (stored !== null && slot.held() === null) slot.restore(stored)
  }
}

/** The sources of values that are not in the draft. */
interface FormSources {
  readonly fetchMedia: typeof fetchMedia
  readonly promptHistory: Pick<typeof promptHistory, 'load'>
  readonly lastTemplate: Pick<typeof lastTemplate, 'recall'>
}

const SOURCES: FormSources = { fetchMedia, promptHistory, lastTemplate }

/** Restores the draft now and whenever another may be stored; a pending prefill is applied over it. */
export function followForm(composer: Composer, sources: FormSources = SOURCES): () => void {
  const { state, bizType } = composer
  let reads = state.draftReads
  const fill = () => {
    const prefill = takePrefill(bizType)
    if (prefill === null) return
    const before = state.settings.prompt
    state.explore = prefill.explore ?? ''
    const { extends: extended, ...settings } = prefill.settings
    changeSettings(composer, prefill.pictures.length > 0 ? { ...settings, extends: undefined } : settings)
    noteReplaced(bizType, before, state.settings.prompt)
    const brought = prefill.pictures.map(async (picture, place) =>
      composer.slots[place]?.bring(picture.name, () => loadWished(picture, sources), { ...AS_IT_IS, isPrepared: 'url' in picture }),
    )
    // A frame that is refused leaves the former picture, which goes on from nothing.
    const isHeld = () => composer.slots[0].held()?.name === prefill.pictures[0]?.name
    if (extended !== undefined) void Promise.all(brought).then(() => isHeld() && changeSettings(composer, { extends: extended }))
  }
  void sources.promptHistory.load(bizType)
  const restored = restoreDraft(composer).then(fill)
  void restored.then(() => preselectLast(composer, sources.lastTemplate))
  const stopPrefills = onPrefill(() => void restored.then(fill))
  const stopReads = subscribe(state, () => {
    if (state.draftReads === reads) return
    reads = state.draftReads
    void restoreDraft(composer)
    void sources.promptHistory.load(bizType)
  })
  return () => {
    stopPrefills()
    stopReads()
  }
}

function loadWished(picture: PrefillPicture, sources: FormSources) {
  return 'url' in picture ? sources.fetchMedia(picture.url) : Promise.resolve(ok(picture.file))
}

/** An effect form without an effect starts with the last chosen one; it does not count as a choice, so a stored draft may replace it. */
export async function preselectLast(
  { bizType, state }: Pick<Composer, 'bizType' | 'state'>,
  lastTemplate: Pick<ReturnType<typeof createLastTemplate>, 'recall'>,
): Promise<void> {
  if (bizType !== 'TEMPLATE' || state.settings.templateId !== undefined) return
  const last = await lastTemplate.recall()
  if (last === null || state.settings.templateId !== undefined) return
  const { templateId, templateName } = last
  state.settings = { ...state.settings, templateId, templateName }
}

/** Replaces the prompt; `undoPrompt` restores the person's own. False if the text is the same. */
export function replacePrompt(composer: Composer, prompt: string): boolean {
  const before = composer.state.settings.prompt
  changeSettings(composer, { prompt })
  const after = composer.state.settings.prompt
  noteReplaced(composer.bizType, before, after)
  return after !== before
}

/** False if nothing was replaced. */
export function undoPrompt(composer: Composer): boolean {
  const before = promptBefore(replacedPrompts[composer.bizType], composer.state.settings.prompt)
  if (before === null) return false
  replacedPrompts[composer.bizType] = null
  changeSettings(composer, { prompt: before })
  return true
}
