import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { cleanPrompt } from '#shared/domain/clean-prompt.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { announceOutcome } from '#src/lib/announce-outcome.ts'
import { text } from '#src/lib/i18n.ts'
import { askForNoticesOnce } from '#src/lib/notice-permission.ts'
import { subscribe } from '#src/lib/state.ts'
import { track } from '#src/lib/track.ts'
import { errorText } from '#src/lib/error-text.ts'
import { showToast } from '#src/ui/toast.ts'
import { createState } from './create-state.ts'
import { readDraft, saveDraftSoon } from './draft-store.ts'
import { heldPicture, holdPicture } from './held-picture.ts'
import { validChoice } from './model-options.ts'
import { showHeld } from './picture-actions.ts'
import { newSeed, withSeed } from './take-seed.ts'

/** A second press within this time counts as the same one, in ms. */
const SAME_PRESS_MS = 1000

let lastPressMs = Number.NEGATIVE_INFINITY

/** Changes settings; a duration or resolution the model does not offer falls back to its default. */
export function changeSettings(change: Partial<GenerationSettings>): void {
  createState.hasChosen = true
  const wanted = cleaned({ ...createState.settings, ...change })
  createState.settings = { ...wanted, ...validChoice(createState.parameters, wanted) }
  createState.problem = null
  saveDraftSoon()
}

function cleaned(settings: GenerationSettings): GenerationSettings {
  return { ...settings, prompt: cleanPrompt(settings.prompt) }
}

/** Brings back the form as it was left, but for what the person has begun anew; a stored picture stands behind a new one that is not good yet. */
export async function restoreDraft(): Promise<void> {
  const draft = await readDraft()
  if (draft === undefined) return
  if (!createState.hasChosen)
    createState.settings = { ...withSeed(cleaned(draft.settings)), ...validChoice(createState.parameters, draft.settings) }
  if (draft.picture === null || heldPicture() !== null) return
  holdPicture(draft.picture)
  showHeld()
}

/** Restores the draft now, and again when another one may be there. */
export function followDraft(): () => void {
  let reads = createState.draftReads
  void restoreDraft()
  return subscribe(createState, () => {
    if (createState.draftReads === reads) return
    reads = createState.draftReads
    void restoreDraft()
  })
}

/** Hands the form to the hub, which stores it before it answers. The form stays as it is for the next one. */
export async function commitForm(priceCeiling: number): Promise<void> {
  const held = heldPicture()
  if (held === null || createState.isSaving || performance.now() - lastPressMs < SAME_PRESS_MS) return
  lastPressMs = performance.now()
  createState.isSaving = true
  createState.problem = null
  const settings = { ...createState.settings }
  const { blob, sha256, width, height } = held.image
  const id = crypto.randomUUID()
  const stored = await hub.api.commit({
    id,
    bizType: 'CUSTOM',
    settings,
    picture: { blob, name: held.name, sha256, width, height },
    priceCeiling,
  })
  createState.isSaving = false
  if (stored.ok) {
    if (createState.settings.seed === settings.seed) changeSettings({ seed: newSeed() })
    track('create_commit', { parameter_time: settings.duration, setting_video: settings.resolution, setting_number: settings.videoNum })
    askForNoticesOnce()
    void announceOutcome(id, showToast)
    return
  }
  createState.problem = stored.error.code
  track('create_fail', { fail_reason: stored.error.code })
  await showToast({ kind: 'error', title: text('taskCommitFailed'), detail: errorText(stored.error.code) })
}
