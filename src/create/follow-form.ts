import { cleanPrompt } from '#shared/domain/clean-prompt.ts'
import { ok } from '#shared/result.ts'
import { type PrefillPicture, onPrefill, consumePrefill } from '#src/routing/prefill.ts'
import { AS_IT_IS } from '#src/pictures/create-image-client.ts'
import { fetchMedia } from '#src/browser/download.ts'
import { subscribe } from '#src/store/state.ts'
import { validChoice } from './model-options.ts'
import { type createLastTemplate, lastTemplate } from './last-template.ts'
import { promptHistory } from './prompt-history.ts'
import { type Composer, withSeed } from './composer.ts'
import { noteReplacedPrompt } from './replaced-prompts.ts'
import { withCleanPrompt, awaitModel, changeSettings } from './form-actions.ts'

/**
 * Loads the stored draft into the form, except for fields that the user has changed meanwhile. A slot that is preparing a new picture
 * receives the stored picture too, and shows it if the new picture is rejected.
 */
export async function restoreDraft({ state, drafts, slots }: Composer): Promise<void> {
  const draft = await drafts.read()
  if (draft === undefined) return
  if (!state.hasChosen) {
    state.settings = { ...withSeed(withCleanPrompt(draft.settings)), ...validChoice(state.parameters, draft.settings) }
    awaitModel(state, draft.settings)
  } else if (!state.hasWritten) state.settings = { ...state.settings, prompt: cleanPrompt(draft.settings.prompt) }
  for (const [index, slot] of slots.entries()) {
    const storedPicture = draft.pictures[index] ?? null
    if (storedPicture !== null && slot.current() === null) slot.restore(storedPicture)
  }
}

/** Where values come from that are not in the draft. Tests replace these functions. */
interface FormSources {
  readonly fetchMedia: typeof fetchMedia
  readonly promptHistory: Pick<typeof promptHistory, 'load'>
  readonly lastTemplate: Pick<typeof lastTemplate, 'recall'>
}

const SOURCES: FormSources = { fetchMedia, promptHistory, lastTemplate }

/** Restores the draft now and whenever the device may have another draft. Prefilled values are applied over the draft. */
export function followForm(composer: Composer, sources: FormSources = SOURCES): () => void {
  const { state, bizType } = composer
  let readCount = state.draftReads
  const applyPrefill = () => {
    const prefill = consumePrefill(bizType)
    if (prefill === null) return
    const formerPrompt = state.settings.prompt
    state.explore = prefill.explore ?? ''
    const { extends: extendedVideo, ...settings } = prefill.settings
    changeSettings(composer, prefill.pictures.length > 0 ? { ...settings, extends: undefined } : settings)
    noteReplacedPrompt(bizType, formerPrompt, state.settings.prompt)
    const pictureLoads = prefill.pictures.map(async (picture, index) =>
      composer.slots[index]?.loadPicture(picture.name, () => loadPrefillPicture(picture, sources), {
        ...AS_IT_IS,
        isPrepared: 'url' in picture,
      }),
    )
    // If the last frame of the extended video is rejected as a picture, the form still has its previous picture. The form then extends no
    // video.
    const isCurrent = () => composer.slots[0].current()?.name === prefill.pictures[0]?.name
    if (extendedVideo !== undefined)
      void Promise.all(pictureLoads).then(() => isCurrent() && changeSettings(composer, { extends: extendedVideo }))
  }
  void sources.promptHistory.load(bizType)
  const restoring = restoreDraft(composer).then(applyPrefill)
  void restoring.then(() => preselectLastEffect(composer, sources.lastTemplate))
  const stopPrefills = onPrefill(() => void restoring.then(applyPrefill))
  const stopReads = subscribe(state, () => {
    if (state.draftReads === readCount) return
    readCount = state.draftReads
    void restoreDraft(composer)
    void sources.promptHistory.load(bizType)
  })
  return () => {
    stopPrefills()
    stopReads()
  }
}

function loadPrefillPicture(picture: PrefillPicture, sources: FormSources) {
  return 'url' in picture ? sources.fetchMedia(picture.url) : Promise.resolve(ok(picture.file))
}

/**
 * Sets the effect that was chosen last, if an effect form has none. The user has not chosen it in this form, so a stored draft may replace
 * it.
 */
export async function preselectLastEffect(
  { bizType, state }: Pick<Composer, 'bizType' | 'state'>,
  lastTemplate: Pick<ReturnType<typeof createLastTemplate>, 'recall'>,
): Promise<void> {
  if (bizType !== 'TEMPLATE' || state.settings.templateId !== undefined) return
  const lastEffect = await lastTemplate.recall()
  if (lastEffect === null || state.settings.templateId !== undefined) return
  const { templateId, templateName } = lastEffect
  state.settings = { ...state.settings, templateId, templateName }
}
