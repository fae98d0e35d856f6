import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'

/** An item of the galleries as it is written down. */
export interface TemplateSeed {
  /** Never changes. Of an effect that of the renderer's effect. */
  readonly id: string
  readonly bizType: BizType
  readonly type: number
  /** Of an effect: what is drawn beside its name. */
  readonly icon?: string
  readonly name: string
  /** Never changes, and no other item has it. */
  readonly seoPath: string
  /** English. */
  readonly prompt: string
  readonly tags: readonly string[]
  readonly videoLength: Duration
  readonly videoResolution: Resolution
  /** What each of its pictures should show: slugs or tags of the sample pictures, the first wish first. */
  readonly art: readonly (readonly string[])[]
}
