import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import type { TrackEvents } from '#src/platform/track.ts'
import { firstWords } from '#shared/domain/item-head.ts'
import { trackMode } from '#shared/domain/measurement-rules.ts'
import { withoutSecrets } from '#src/platform/crash-details.ts'

/** Letters of a prompt that are told; the ellipsis fits behind them. */
const PROMPT_LETTERS = 99

/** What is told of a form that was sent: its settings, and of the prompt the first words, without addresses and ids. */
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
