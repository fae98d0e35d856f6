import type { Template } from '#shared/api/templates.ts'
import { AD_SAMPLES } from '#shared/domain/advertisement-rules.ts'

/** The first items with a video, then items without one yet. */
export function chooseSamples(items: readonly Template[]): readonly Template[] {
  const isMade = ({ movieUrl }: Template) => movieUrl !== null
  return [...items.filter(isMade), ...items.filter((item) => !isMade(item))].slice(0, AD_SAMPLES)
}
