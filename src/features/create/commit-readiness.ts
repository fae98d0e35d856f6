import { missingPoints } from '#shared/domain/price.ts'

type CommitBlock = 'no_picture' | 'preparing' | 'picking_failed' | 'not_enough' | 'saving'

export interface CommitFacts {
  readonly picture: 'none' | 'preparing' | 'refused' | 'ready'
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
export function commitReadiness({ picture, price, balance, isSaving }: CommitFacts): CommitReadiness {
  const missing = balance === null ? 0 : missingPoints(balance, price)
  const balanceAfter = balance === null || missing > 0 ? null : balance - price
  return { block: firstBlock(picture, missing, isSaving), missing, balanceAfter }
}

function firstBlock(picture: CommitFacts['picture'], missing: number, isSaving: boolean): CommitBlock | null {
  if (isSaving) return 'saving'
  if (missing > 0) return 'not_enough'
  if (picture === 'none') return 'no_picture'
  if (picture === 'preparing') return 'preparing'
  return picture === 'refused' ? 'picking_failed' : null
}
