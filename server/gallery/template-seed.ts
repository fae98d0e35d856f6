import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'

/** A gallery item of the seed. */
export interface TemplateSeed {
  /** Never changes. For effects, the id of the renderer's effect. */
  readonly id: string
  readonly bizType: BizType
  readonly type: number
  /** For effects: the icon beside its name. */
  readonly icon?: string
  readonly name: string
  /** Unique; never changes. */
  readonly seoPath: string
  /** English. */
  readonly prompt: string
  readonly tags: readonly string[]
  readonly videoLength: Duration
  readonly videoResolution: Resolution
  /** The wanted subject of each picture: slugs or tags of the sample pictures, in order of preference. */
  readonly art: readonly (readonly string[])[]
}
