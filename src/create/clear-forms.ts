import { type Composer, COMPOSERS, stageCommit, withSeed } from './composer.ts'
import { forgetPrefill } from '#src/routing/prefill.ts'
import { defaultSettings } from './model-options.ts'
import { lastTemplate } from './last-template.ts'
import { promptHistory } from './prompt-history.ts'
import { forgetReplaced } from './replaced-prompts.ts'

interface HandOverDeps {
  readonly composers: readonly Composer[]
  readonly promptHistory: Pick<typeof promptHistory, 'adopt' | 'forget' | 'hide'>
  readonly lastTemplate: Pick<typeof lastTemplate, 'forget'>
}

/** What happens to the forms and their stored data when the account changes. */
export function createHandOver({ composers, promptHistory, lastTemplate }: HandOverDeps) {
  /** After a logout: stops preparation, and empties every form here and on the device. */
  async function forgetForms(account: string): Promise<void> {
    composers.forEach(emptyForm)
    forgetHere()
    await Promise.all([...composers.map(({ drafts }) => drafts.forget(account)), promptHistory.forget(account), lastTemplate.forget()])
  }

  /** After an expired session: empties the forms, and keeps the stored data for the next login. */
  function putFormsAway(): void {
    for (const composer of composers) {
      composer.drafts.keepAsStored()
      emptyForm(composer)
    }
    forgetHere()
    promptHistory.hide()
  }

  /** After a login: the account takes over a visitor's drafts, and open forms load the stored ones. */
  function lookForDrafts(): void {
    void promptHistory.adopt()
    for (const { state, drafts } of composers) {
      void drafts.read()
      state.draftReads += 1
    }
  }

  return { forgetForms, putFormsAway, lookForDrafts }
}

export const { forgetForms, putFormsAway, lookForDrafts } = createHandOver({
  composers: Object.values(COMPOSERS),
  promptHistory,
  lastTemplate,
})

function forgetHere(): void {
  forgetReplaced()
  forgetPrefill()
}

function emptyForm(composer: Composer): void {
  const { bizType, state, slots } = composer
  for (const slot of slots) slot.drop()
  Object.assign(state, {
    settings: withSeed(defaultSettings(bizType)),
    take: 0,
    hasChosen: false,
    hasWritten: false,
    explore: '',
    problem: null,
    panel: null,
    isAiming: false,
  })
  stageCommit(composer, null)
}
