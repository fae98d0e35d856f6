import type { Result } from '#shared/result.ts'
import type { GoogleFailure } from './google-failures.ts'
import type { GoogleIdApi } from './load-gis.ts'

type AnyMoment = google.accounts.id.PromptMomentNotification
/** Under FedCM the old predicates may be gone. */
type Moment = Pick<AnyMoment, 'getMomentType'> & Partial<AnyMoment>

export interface OneTap {
  readonly show: () => Promise<void>
  readonly hide: () => void
}

interface OneTapDeps {
  readonly getId: () => Promise<Result<Pick<GoogleIdApi, 'prompt' | 'cancel'>, GoogleFailure>>
  readonly hasFedCm: () => boolean
  /** Shows Google's button instead; false when it would be in the way now. */
  readonly openDialog: () => boolean
  readonly closeDialog: () => void
  /** The prompt is not there any more, or never came. */
  readonly onGone: () => void
}

/** The browser's own prompt, or where there is none our dialog with Google's button. */
export function createOneTap({ getId, hasFedCm, openDialog, closeDialog, onGone }: OneTapDeps): OneTap {
  let shown = 0
  let cancel: (() => void) | undefined

  function openInstead(): void {
    if (!openDialog()) onGone()
  }

  return {
    async show() {
      const mine = (shown += 1)
      const id = await getId()
      if (mine !== shown) return
      if (!id.ok) {
        console.warn(id.error.text)
        onGone()
        return
      }
      if (!hasFedCm()) {
        openInstead()
        return
      }
      cancel = () => id.value.cancel()
      id.value.prompt((moment) => {
        if (mine !== shown) return
        const end = readMoment(moment)
        if (end === 'not_displayed') openInstead()
        if (end === 'gone') onGone()
      })
    },
    hide() {
      shown += 1
      cancel?.()
      cancel = undefined
      closeDialog()
    },
  }
}

function readMoment(moment: Moment): 'not_displayed' | 'gone' | undefined {
  if (moment.isNotDisplayed?.() === true) return 'not_displayed'
  return moment.getMomentType() === 'display' ? undefined : 'gone'
}
