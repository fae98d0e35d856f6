import type { CommitIntent, PreparedPicture } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import { makeIntent } from './hub-world.ts'

/** A picture whose bytes differ from those of `makeIntent`, also in number. */
export function makeLastPicture(changes: Partial<PreparedPicture> = {}): PreparedPicture {
  const blob = new Blob(['the last picture'], { type: 'image/jpeg' })
  return { blob, name: 'last.jpg', sha256: 'e'.repeat(64), width: 800, height: 600, ...changes }
}

/** A commit of this kind as its page makes it, with all fields that the kind has. */
export function makeIntentOf(bizType: BizType, changes: Partial<CommitIntent> = {}): CommitIntent {
  const { settings } = makeIntent()
  if (bizType === 'CUSTOM') return makeIntent({ settings: { ...settings, seed: 5 }, ...changes })
  if (bizType === 'HEAD_TAIL')
    return makeIntent({ bizType, settings: { ...settings, seed: 6 }, lastPicture: makeLastPicture(), ...changes })
  const effect = { ...settings, prompt: '', seed: 7, templateId: 'an-effect', templateName: 'An effect', aiMusic: 0 as const }
  return makeIntent({ bizType, settings: effect, ...changes })
}
