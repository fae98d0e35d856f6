import { missingPoints } from '#shared/domain/price.ts'

type CommitBlock = 'no_picture' | 'no_first' | 'no_last' | 'no_template' | 'preparing' | 'picking_failed' | 'not_enough' | 'saving'
type PictureStatus = 'none' | 'preparing' | 'refused' | 'ready'

export interface CommitFacts {
  /** One for each picture that the form takes. */
  readonly pictures: readonly PictureStatus[]
  /** Only effects are made by a template. */
  readonly isTemplateMissing: boolean
  readonly price: number
  /** Points that can be spent; null while they are unknown, for example on a first offline start. */
  readonly balance: number | null
  /** A press is on its way to the hub. */
  readonly isSaving: boolean
}

export interface CommitReadiness {
  readonly block: CommitBlock | null
  readonly missing: number
  /** What stays when it is pressed; null when unknown or not enough. */
  readonly balanceAfter: number | null
}

/** Whether the button may be pressed, why not, and what it leaves. Too few points is said first, before anybody chooses a picture in vain. */
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

/** Which picture is not there yet. */
export function missingPicture(pictures: readonly PictureStatus[]): 'no_picture' | 'no_first' | 'no_last' {
  if (pictures.length < 2) return 'no_picture'
  return pictures[0] === 'none' ? 'no_first' : 'no_last'
}
