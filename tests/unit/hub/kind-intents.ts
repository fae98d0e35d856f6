import type { CommitIntent, PreparedPicture } from '#shared/contract/commit-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import { makeIntent } from './hub-world.ts'

/** An end frame. Its bytes and their number differ from those of the picture of `makeIntent`. */
export function makeLastPicture(changes: Partial<PreparedPicture> = {}): PreparedPicture {
  const blob = new Blob(['the last picture'], { type: 'image/jpeg' })
  return { blob, name: 'last.jpg', sha256: 'e'.repeat(64), width: 800, height: 600, ...changes }
}

/** The intent of a commit of this kind, with every field that the page sends for the kind. */
export function makeIntentOf(bizType: BizType, changes: Partial<CommitIntent> = {}): CommitIntent {
  const { settings } = makeIntent()
  if (bizType === 'CUSTOM') return makeIntent({ settings: { ...settings, seed: 5 }, ...changes })
  if (bizType === 'HEAD_TAIL')
    return makeIntent({ bizType, settings: { ...settings, seed: 6 }, lastPicture: makeLastPicture(), ...changes })
  const effect = { ...settings, prompt: '', seed: 7, templateId: 'an-effect', templateName: 'An effect', aiMusic: 0 as const }
  return makeIntent({ bizType, settings: effect, ...changes })
}
