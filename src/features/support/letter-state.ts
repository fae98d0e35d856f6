import type { MutationItem } from '#shared/contract/hub-contract.ts'

/** How far a message to us has come. `limited`: many were sent within the hour, this one goes later by itself. */
export type LetterState = 'sent' | 'sending' | 'waiting' | 'limited' | 'refused'

/** The state of a message by what the hub tells of it; it forgets what was taken. Rule: docs/rules.md, "Contact". */
export function letterState(item: Pick<MutationItem, 'state' | 'error'> | undefined, isOnline: boolean): LetterState {
  if (item === undefined) return 'sent'
  if (item.state === 'refused') return 'refused'
  if (item.error?.code === 'H4022') return 'limited'
  return isOnline && item.error === null ? 'sending' : 'waiting'
}
