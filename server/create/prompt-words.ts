import { FIRST_FRAME_WORDS, FIRST_PROMPT_WORDS } from '#shared/domain/prompt-words.ts'
import type { ServiceFailure } from '#server/platform/context/failure.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { getPromptWords } from '#shared/api/prompts.ts'
import { type Result, ok } from '#shared/result.ts'

/** Prompt words: camera first, then pace, weather and light; in English, which the renderer parses. */
export const PROMPT_WORDS: readonly string[] = [
  ...FIRST_PROMPT_WORDS,
  'zoom in',
  'handheld camera',
  'static shot',
  'gentle breeze',
  ...FIRST_FRAME_WORDS,
  'soft bokeh',
  'light leaks',
  'golden light',
  'moonlight',
  'neon light',
  'dreamy mood',
  'cinematic look',
  'film grain',
  'black and white film',
  'vintage film',
]

/** Public: the suggested prompt words. */
export async function listWords(): Promise<Result<CallData<typeof getPromptWords>, ServiceFailure>> {
  return ok({ words: [...PROMPT_WORDS] })
}
