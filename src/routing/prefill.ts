import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { Template } from '#shared/api/templates.ts'
import { TOOL_ROUTES } from '#shared/domain/detail-path.ts'
import { linkTo } from './routes.ts'

/** A picture to prefill: one of our own URLs, or bytes. */
export type PrefillPicture = { readonly name: string; readonly url: string } | { readonly name: string; readonly file: Blob }

/** Values to prefill into a form: settings that are missing stay unchanged, and so do the pictures if none are given. */
export interface Prefill {
  readonly bizType: BizType
  readonly settings: Partial<GenerationSettings>
  readonly pictures: readonly PrefillPicture[]
  /** The gallery item it comes from. */
  readonly explore?: string
}

let pending: Prefill | null = null
const listeners = new Set<() => void>()
const waiting: (() => void)[] = []

/** Stores a prefill for the form of its kind, which takes it when it opens, or at once if it is open. */
export function requestPrefill(next: Prefill): void {
  pending = next
  for (const listener of listeners) listener()
}

/** Returns and removes the pending prefill of this form. */
export function takePrefill(bizType: BizType): Prefill | null {
  if (pending?.bizType !== bizType) return null
  const taken = pending
  forgetPrefill()
  return taken
}

/** Drops the pending prefill at a change of account. */
export function forgetPrefill(): void {
  pending = null
  for (const settle of waiting.splice(0)) settle()
}

/** Resolves once no prefill is pending: the form has applied it, or it was dropped. */
export async function untilPrefillTaken(): Promise<void> {
  if (pending !== null) await new Promise<void>((resolve) => waiting.push(resolve))
}

export function onPrefill(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface StartTemplateDeps {
  readonly requestPrefill: (prefill: Prefill) => void
  readonly go: (path: string) => void
}

/** Goes to the form of its kind: an effect is named in the address, where the form reads it; a recipe is prefilled. */
export function startTemplate(template: Template, { requestPrefill: request, go }: StartTemplateDeps): void {
  const { id, bizType } = template
  const tool = linkTo(TOOL_ROUTES[bizType])
  if (bizType !== 'TEMPLATE') request(prefillOf(template))
  go(bizType === 'TEMPLATE' ? `${tool}?templateId=${encodeURIComponent(id)}` : tool)
}

/** The item's settings, without its picture. */
export function prefillOf(template: Template): Prefill {
  const { id, bizType, templateName, prompt, videoModel, videoLength, videoResolution } = template
  if (bizType === 'TEMPLATE') return { bizType, settings: { templateId: id, templateName }, pictures: [] }
  const settings = { prompt, modelName: videoModel, duration: videoLength, resolution: videoResolution }
  return { bizType, settings, pictures: [], explore: id }
}
