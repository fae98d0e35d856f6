import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { TrackEvents } from '#src/platform/track.ts'
import { firstWords } from '#shared/domain/item-head.ts'
import { trackMode } from '#shared/domain/measurement-rules.ts'
import { withoutSecrets } from '#src/platform/crash-details.ts'

/** The tracked length of a prompt, in characters; the ellipsis is added after it. */
const PROMPT_LETTERS = 99

/** The tracked data of a sent form: its settings, and the start of the prompt without addresses and ids. */
export function trackedCommit(
  bizType: BizType,
  settings: GenerationSettings,
  explore = '',
): Omit<TrackEvents['create_commit'], 'checkcredits'> {
  const { prompt, duration, resolution, videoNum, imageFidelity, aiMusic, templateId } = settings
  return {
    name: trackMode(bizType),
    prompt: firstWords(withoutSecrets(prompt), PROMPT_LETTERS),
    parameter_time: duration,
    setting_video: resolution,
    setting_number: videoNum,
    ...(bizType === 'TEMPLATE' ? { templates: templateId ?? '', aimusic: aiMusic === 0 ? 0 : 1 } : { relevance: imageFidelity }),
    ...(explore === '' ? {} : { explore }),
  }
}
