import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallData } from '#shared/api/define-call.ts'
import type { getPromptWords } from '#shared/api/prompts.ts'
import type { Result } from '#shared/result.ts'
import { PROMPT_WORDS } from '#server/seed/prompt-words.ts'
import { ok } from '#shared/result.ts'

/** Public: the words offered beside a prompt. */
export async function listWords(): Promise<Result<CallData<typeof getPromptWords>, ServiceFailure>> {
  return ok({ words: [...PROMPT_WORDS] })
}
