import { type Composer, COMPOSERS, withSeed } from './composer.ts'
import { forgetPrefill } from '#src/platform/prefill.ts'
import { defaultSettings } from './model-options.ts'
import { lastTemplate } from './last-template.ts'
import { promptHistory } from './prompt-history.ts'
import { forgetReplaced } from './replaced-prompts.ts'

interface HandOverDeps {
  readonly composers: readonly Composer[]
  readonly promptHistory: Pick<typeof promptHistory, 'adopt' | 'forget' | 'hide'>
  readonly lastTemplate: Pick<typeof lastTemplate, 'forget'>
}

/** What becomes of the forms, and of all that they remember, when somebody else is here. */
export function createHandOver({ composers, promptHistory, lastTemplate }: HandOverDeps) {
  /** This account has logged out: what was being prepared is stopped, and every form is empty, here and on the device. */
  async function forgetForms(account: string): Promise<void> {
    composers.forEach(emptyForm)
    forgetHere()
    await Promise.all([...composers.map(({ drafts }) => drafts.forget(account)), promptHistory.forget(account), lastTemplate.forget()])
  }

  /** The person's session is over: the forms are empty, and what is stored of them waits for their next login. */
  function putFormsAway(): void {
    for (const composer of composers) {
      composer.drafts.keepAsStored()
      emptyForm(composer)
    }
    forgetHere()
    promptHistory.hide()
  }

  /** Somebody else is here: what a visitor left becomes theirs, and a form that is open looks for what is stored of them. */
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

function emptyForm({ bizType, state, slots }: Composer): void {
  for (const slot of slots) slot.drop()
  Object.assign(state, {
    settings: withSeed(defaultSettings(bizType)),
    take: 0,
    hasChosen: false,
    hasWritten: false,
    explore: '',
    problem: null,
  })
}
