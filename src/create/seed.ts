import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { MAX_SEED } from '#shared/domain/generation-options.ts'

/** What decides all that a wish leaves open, for a sketch and its video alike. */
export function newSeed(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return number % (MAX_SEED + 1)
}

/** Settings that a sketch can be made from. */
export function withSeed(settings: GenerationSettings): GenerationSettings {
  return settings.seed === undefined ? { ...settings, seed: newSeed() } : settings
}
