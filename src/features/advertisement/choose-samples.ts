import type { Template } from '#shared/api/templates.ts'
import { AD_SAMPLES } from '#shared/domain/advertisement-rules.ts'

/** The first items that have their video, filled up with those that don't have it yet. */
export function chooseSamples(items: readonly Template[]): readonly Template[] {
  const isMade = ({ movieUrl }: Template) => movieUrl !== null
  return [...items.filter(isMade), ...items.filter((item) => !isMade(item))].slice(0, AD_SAMPLES)
}
