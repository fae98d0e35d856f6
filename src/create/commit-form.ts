import type { CommitIntent } from '#shared/contract/commit-contract.ts'
import { missingPoints } from '#shared/domain/video-price.ts'
import { type HubCalls, hub } from '#src/hub-client/hub-client.ts'
import { announceOutcome, trackedCommit } from '#src/creations/announce-commit.ts'
import { failureText, text } from '#src/i18n/i18n.ts'
import { askForNoticesOnce } from '#src/browser/notifications.ts'
import { track } from '#src/reporting/track.ts'
import { endToast, showToast } from '#src/design/toast.ts'
import { changeSettings } from './form-actions.ts'
import { formsOwner } from './forms-owner.ts'
import { lastTemplate } from './last-template.ts'
import { settingsOnOffer } from './model-options.ts'
import { promptHistory } from './prompt-history.ts'
import { type Composer, formKey, newSeed, plainSettings, preparedPictures, stageCommit } from './composer.ts'

/** Presses of the commit button within this time count as one, in ms. */
const SAME_PRESS_MS = 1000

interface CommitDeps {
  readonly hub: Pick<HubCalls, 'commit'>
  readonly nowMs: () => number
  readonly owner: () => string
  readonly promptHistory: Pick<typeof promptHistory, 'add'>
  readonly lastTemplate: Pick<typeof lastTemplate, 'remember'>
  readonly askForNoticesOnce: () => void
  readonly announceOutcome: typeof announceOutcome
  readonly showToast: typeof showToast
}

export function createCommitForm(deps: CommitDeps) {
  let lastPressMs = Number.NEGATIVE_INFINITY
  /** The last commit without an answer of the hub. The hub may have stored it, so the next press with an equal form reuses its id. */
  let unansweredCommit: { readonly id: string; readonly form: string } | null = null

  /**
   * Sends the form to the hub, which stores it before it answers. The form stays for the next commit; only a seed that is not fixed
   * changes.
   */
  async function commitForm(composer: Composer, priceCeiling: number, isBalanceKnown: boolean): Promise<void> {
    const { state } = composer
    const intent = intentOf(composer, priceCeiling)
    if (intent === null || state.isSaving || deps.nowMs() - lastPressMs < SAME_PRESS_MS) return
    lastPressMs = deps.nowMs()
    state.isSaving = true
    state.problem = null
    endToast('commit-failed')
    const owner = deps.owner()
    const stored = await deps.hub.commit(intent)
    state.isSaving = false
    unansweredCommit = !stored.ok && stored.error.code === 'hub_unreachable' ? { id: intent.id, form: contentOf(intent) } : null
    // The account has changed, so this form and its prompt history belong to another account.
    if (owner !== '' && owner !== deps.owner()) return
    const { settings } = intent
    const checkcredits = isBalanceKnown ? 'enough' : 'unknown'
    const trackedForm = { ...trackedCommit(intent.bizType, settings, state.explore), checkcredits } as const
    if (stored.ok) {
      if (state.settings.seed === settings.seed && settings.isSeedKept !== true) changeSettings(composer, { seed: newSeed() })
      const form = formKey(
        state.settings,
        composer.slots.map((slot) => slot.current()?.image.sha256 ?? null),
      )
      stageCommit(composer, { commitId: intent.id, form })
      Object.assign(state, { panel: null, isAiming: false })
      track('create_commit', trackedForm)
      void deps.promptHistory.add(intent.bizType, settings.prompt)
      rememberEffect(settings)
      deps.askForNoticesOnce()
      void deps.announceOutcome(intent.id, deps.showToast, { trackedForm })
      return
    }
    state.problem = stored.error.code
    track('create_fail', { ...trackedForm, fail_reason: stored.error.code })
    await deps.showToast({
      id: 'commit-failed',
      color: 'error',
      title: text('taskCommitFailed'),
      description: failureText(stored.error),
    })
  }

  function rememberEffect({ templateId, templateName = '' }: CommitIntent['settings']): void {
    if (templateId !== undefined) void deps.lastTemplate.remember({ templateId, templateName })
  }

  /** The commit of the form; null while a picture is missing. */
  function intentOf(composer: Composer, priceCeiling: number): CommitIntent | null {
    const { bizType, state } = composer
    const [picture, lastPicture] = preparedPictures(composer) ?? []
    if (picture === undefined) return null
    const pictures = lastPicture === undefined ? { picture } : { picture, lastPicture }
    const form = { bizType, settings: settingsOnOffer(plainSettings(state), state.parameters, bizType), ...pictures, priceCeiling }
    // An equal form after an unanswered call reuses the id; every other press is a new commit.
    return { id: unansweredCommit?.form === contentOf(form) ? unansweredCommit.id : crypto.randomUUID(), ...form }
  }

  /** The account and content of a form, for comparison. */
  function contentOf({ bizType, settings, picture, lastPicture, priceCeiling }: Omit<CommitIntent, 'id'>): string {
    return JSON.stringify([deps.owner(), bizType, settings, picture.sha256, lastPicture?.sha256, priceCeiling])
  }

  return commitForm
}

export const commitForm = createCommitForm({
  hub: hub.api,
  nowMs: () => performance.now(),
  owner: formsOwner,
  promptHistory,
  lastTemplate,
  askForNoticesOnce,
  announceOutcome,
  showToast,
})

type CommitBlock = 'no_picture' | 'no_first' | 'no_last' | 'no_template' | 'preparing' | 'picking_failed' | 'not_enough' | 'saving'
type PictureStatus = 'none' | 'preparing' | 'refused' | 'ready'

export interface CommitFacts {
  /** The status of each picture of the form. */
  readonly pictures: readonly PictureStatus[]
  /** Whether a template must still be chosen. Only effects need one. */
  readonly isTemplateMissing: boolean
  readonly price: number
  /** The points that the user can spend; null while unknown, for example at a first offline start. */
  readonly balance: number | null
  /** Whether the hub is storing a commit of this form. */
  readonly isSaving: boolean
}

export interface CommitReadiness {
  /** Why the button does not send a commit; null if it does. */
  readonly block: CommitBlock | null
  /** The points that the balance lacks; 0 if it suffices or is unknown. */
  readonly missing: number
  /** The balance after the commit; null if it is unknown or too small. */
  readonly balanceAfter: number | null
}

/**
 * Whether the button is enabled, the reason if not, and the remaining balance. Missing points are checked before missing pictures, so that
 * the user knows of them before choosing a picture.
 */
export function commitReadiness(facts: CommitFacts): CommitReadiness {
  const { price, balance } = facts
  const missing = balance === null ? 0 : missingPoints(balance, price)
  const balanceAfter = balance === null || missing > 0 ? null : balance - price
  return { block: firstBlock(facts, missing), missing, balanceAfter }
}

function firstBlock({ pictures, isTemplateMissing, isSaving }: CommitFacts, missing: number): CommitBlock | null {
  if (isSaving) return 'saving'
  if (missing > 0) return 'not_enough'
  if (isTemplateMissing) return 'no_template'
  if (pictures.includes('none')) return missingPicture(pictures)
  if (pictures.includes('preparing')) return 'preparing'
  return pictures.includes('refused') ? 'picking_failed' : null
}

export function missingPicture(pictures: readonly PictureStatus[]): 'no_picture' | 'no_first' | 'no_last' {
  if (pictures.length < 2) return 'no_picture'
  return pictures[0] === 'none' ? 'no_first' : 'no_last'
}
