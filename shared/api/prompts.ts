import { z } from 'zod/mini'
import { defineCall, plainText } from './define-call.ts'

/** Suggested prompt words; the renderer understands each of them. */
export const getPromptWords = defineCall({
  method: 'GET',
  base: 'main',
  path: '/ai/i2v/config/video/tag',
  input: z.lazy(() => z.object({})),
  data: z.lazy(() => z.object({ words: z.array(z.string()) })),
  isPublic: true,
})

/** Suggests a prompt for one picture, or for a first and a last one. Deterministic per picture. H4022: too many suggestions. */
export const suggestPrompt = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/ai_prompt',
  input: z.lazy(() => z.object({ images: z.array(plainText(500)).check(z.minLength(1), z.maxLength(2)) })),
  data: z.lazy(() => z.object({ prompt: z.string() })),
})
