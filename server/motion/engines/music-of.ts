import type { Mood } from '#shared/motion/music/music.ts'
import type { EngineRequest } from './engine.ts'
import { findEffect } from '#shared/motion/effects/effects.ts'

/** The requested soundtrack, or null. Each take has a different one. */
export function musicOf({ bizType, templateId, aiMusic, controls, seed, take }: EngineRequest): { mood: Mood; seed: number } | null {
  if (bizType !== 'TEMPLATE' && controls?.music !== undefined) return { mood: controls.music, seed: seed + take }
  if (bizType !== 'TEMPLATE' || templateId === null || aiMusic === 0) return null
  const effect = findEffect(templateId)
  return effect && { mood: controls?.music ?? effect.mood, seed: seed + take }
}
