import { missingPoints } from '#shared/domain/video-price.ts'

type CommitBlock = 'no_picture' | 'no_first' | 'no_last' | 'no_template' | 'preparing' | 'picking_failed' | 'not_enough' | 'saving'
type PictureStatus = 'none' | 'preparing' | 'refused' | 'ready'

export interface CommitFacts {
  /** One per picture of the form. */
  readonly pictures: readonly PictureStatus[]
  /** Only effects need a template. */
  readonly isTemplateMissing: boolean
  readonly price: number
  /** Points that can be spent; null while unknown, for example at a first offline start. */
  readonly balance: number | null
  /** Whether a press is being stored by the hub. */
  readonly isSaving: boolean
}

export interface CommitReadiness {
  readonly block: CommitBlock | null
  readonly missing: number
  /** The balance after the commit; null when it is unknown or not sufficient. */
  readonly balanceAfter: number | null
}

/**
 * Whether the button is enabled, the reason if not, and the remaining balance. Missing points are the first reason, so that
 * no picture is chosen needlessly.
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

/** The first picture that is missing. */
export function missingPicture(pictures: readonly PictureStatus[]): 'no_picture' | 'no_first' | 'no_last' {
  if (pictures.length < 2) return 'no_picture'
  return pictures[0] === 'none' ? 'no_first' : 'no_last'
}
