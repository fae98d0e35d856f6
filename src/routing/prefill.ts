import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'

/** A picture for a form: a URL of this site, or its bytes. */
export type PrefillPicture = { readonly name: string; readonly url: string } | { readonly name: string; readonly file: Blob }

/** Values for a form. Settings and pictures that are missing here stay as they are in the form. */
export interface Prefill {
  readonly bizType: BizType
  readonly settings: Partial<GenerationSettings>
  readonly pictures: readonly PrefillPicture[]
  /** The id of the gallery item that the values come from. */
  readonly explore?: string
}

let pendingPrefill: Prefill | null = null
const listeners = new Set<() => void>()
const consumeWaiters: (() => void)[] = []

/** Stores values for the form of their kind of video. The form applies them when it opens, or at once if it is open. */
export function requestPrefill(prefill: Prefill): void {
  pendingPrefill = prefill
  for (const resolve of consumeWaiters.splice(0)) resolve()
  for (const listener of listeners) listener()
}

/** Returns the values that wait for this form, and removes them; null if there are none. */
export function consumePrefill(bizType: BizType): Prefill | null {
  if (pendingPrefill?.bizType !== bizType) return null
  const consumed = pendingPrefill
  forgetPrefill()
  return consumed
}

/** Discards the waiting values, after a change of account. */
export function forgetPrefill(): void {
  pendingPrefill = null
  for (const settle of consumeWaiters.splice(0)) settle()
}

/** Resolves when no values wait for this form: the form has applied them, or they were discarded. */
export async function untilPrefillConsumed(bizType: BizType): Promise<void> {
  if (pendingPrefill?.bizType !== bizType) return
  await new Promise<void>((resolve) => consumeWaiters.push(resolve))
  await untilPrefillConsumed(bizType)
}

export function onPrefill(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
