import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'
import { plainText } from '#shared/api/plain-text.ts'

/** Words that make a good prompt, each one that the renderer understands. */
export const getPromptWords = defineCall({
  method: 'GET',
  base: 'main',
  path: '/ai/i2v/config/video/tag',
  input: z.object({}),
  data: z.object({ words: z.array(z.string()) }),
  isPublic: true,
})

/** A prompt that suits one picture, or a first and a last one. The same pictures give the same words. Error H4022 after too many. */
export const suggestPrompt = defineCall({
  method: 'POST',
  base: 'main',
  path: '/ai/i2v/ai_prompt',
  input: z.object({ images: z.array(plainText(500)).check(z.minLength(1), z.maxLength(2)) }),
  data: z.object({ prompt: z.string() }),
})
