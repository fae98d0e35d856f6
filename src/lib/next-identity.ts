import type { Identity } from '#shared/storage/hub-records.ts'

/** The record to keep: the stored one when nothing changed, else the new facts under a raised epoch. */
export function nextIdentity(stored: Identity | undefined, facts: Omit<Identity, 'epoch'>): Identity {
  if (stored === undefined) return { ...facts, epoch: 1 }
  const names = Object.keys(facts) as (keyof typeof facts)[]
  return names.every((name) => stored[name] === facts[name]) ? stored : { ...facts, epoch: stored.epoch + 1 }
}
