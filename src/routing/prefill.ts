import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'

/** A picture to prefill: a URL of this site, or bytes. */
export type PrefillPicture = { readonly name: string; readonly url: string } | { readonly name: string; readonly file: Blob }

/** Values to prefill into a form. Missing settings leave the form's values, and so do missing pictures. */
export interface Prefill {
  readonly bizType: BizType
  readonly settings: Partial<GenerationSettings>
  readonly pictures: readonly PrefillPicture[]
  /** The gallery item that is its source. */
  readonly explore?: string
}

let pending: Prefill | null = null
const listeners = new Set<() => void>()
const waiting: (() => void)[] = []

/** Stores a prefill for the form of its kind. The form applies it when it opens, or at once if it is open. */
export function requestPrefill(next: Prefill): void {
  pending = next
  for (const resolve of waiting.splice(0)) resolve()
  for (const listener of listeners) listener()
}

/** Returns and removes the pending prefill of this form. */
export function consumePrefill(bizType: BizType): Prefill | null {
  if (pending?.bizType !== bizType) return null
  const consumed = pending
  forgetPrefill()
  return consumed
}

/** Drops the pending prefill at a change of account. */
export function forgetPrefill(): void {
  pending = null
  for (const settle of waiting.splice(0)) settle()
}

/** Resolves once no prefill of this form is pending: the form has applied it, or it was dropped. */
export async function untilPrefillConsumed(bizType: BizType): Promise<void> {
  if (pending?.bizType !== bizType) return
  await new Promise<void>((resolve) => waiting.push(resolve))
  await untilPrefillConsumed(bizType)
}

export function onPrefill(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
