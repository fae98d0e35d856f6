import type { GenerationSettings } from '#shared/contract/commit-contract.ts'

/** What a video was asked for in words: the prompt, else the effect's name; empty when there is neither. */
export function taskTitle({ prompt, templateName = '' }: Pick<GenerationSettings, 'prompt' | 'templateName'>): string {
  return prompt || templateName
}
