import { type Composer, COMPOSERS, stageCommit, withSeed } from './composer.ts'
import { forgetPrefill } from '#src/routing/prefill.ts'
import { defaultSettings } from './model-options.ts'
import { lastTemplate } from './last-template.ts'
import { promptHistory } from './prompt-history.ts'
import { forgetReplaced } from './replaced-prompts.ts'

interface FormClearingDeps {
  readonly composers: readonly Composer[]
  readonly promptHistory: Pick<typeof promptHistory, 'adopt' | 'forget' | 'hide'>
  readonly lastTemplate: Pick<typeof lastTemplate, 'forget'>
}

/** Empties or restores the forms and their stored data when the account changes. */
export function createFormClearing({ composers, promptHistory, lastTemplate }: FormClearingDeps) {
  /**
   * Called after a logout: cancels the preparation of pictures, empties every form, and deletes the account's drafts and prompts and the
   * last effect from the device.
   */
  async function forgetForms(account: string): Promise<void> {
    composers.forEach(emptyForm)
    forgetInMemory()
    await Promise.all([...composers.map(({ drafts }) => drafts.forget(account)), promptHistory.forget(account), lastTemplate.forget()])
  }

  /** Called after a session has expired: empties the forms. Their stored data stays for the next login. */
  function hideForms(): void {
    for (const composer of composers) {
      composer.drafts.suspendSaving()
      emptyForm(composer)
    }
    forgetInMemory()
    promptHistory.hide()
  }

  /** Called after a login: moves a visitor's drafts and prompts to the account. Open forms then load the stored drafts. */
  function loadDrafts(): void {
    void promptHistory.adopt()
    for (const { state, drafts } of composers) {
      void drafts.read()
      state.draftReads += 1
    }
  }

  return { forgetForms, hideForms, loadDrafts }
}

export const { forgetForms, hideForms, loadDrafts } = createFormClearing({
  composers: Object.values(COMPOSERS),
  promptHistory,
  lastTemplate,
})

function forgetInMemory(): void {
  forgetReplaced()
  forgetPrefill()
}

function emptyForm(composer: Composer): void {
  const { bizType, state, slots } = composer
  for (const slot of slots) slot.drop()
  Object.assign(state, {
    settings: withSeed(defaultSettings(bizType)),
    variation: 0,
    hasChosen: false,
    hasWritten: false,
    explore: '',
    problem: null,
    panel: null,
    isAiming: false,
  })
  stageCommit(composer, null)
}
