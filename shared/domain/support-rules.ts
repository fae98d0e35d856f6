import { CODE_LIFETIME_MS, DELETION_GRACE_MS } from './account-rules.ts'
import { BASE_POINTS } from './video-price.ts'
import { MIN_SIDE_PX } from './media-limits.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Questions by topic; texts are in `support.json` as `support.<topic>.<question>` and the same with `.answer`. Rule: docs/content.md, "Contact".
 */
export const TOPICS = {
  money: ['cost', 'failed', 'missing', 'cancel', 'refund'],
  video: ['why', 'slow', 'words', 'photos', 'deleted'],
  offline: ['works', 'pressed', 'watch'],
  account: ['need', 'mail', 'devices', 'leave'],
} as const

export type Topic = keyof typeof TOPICS

export const TOPIC_NAMES = Object.keys(TOPICS) as readonly Topic[]

/** The numbers in the answers of `TOPICS`, by the name of their placeholder: points, px, minutes and days. */
export const ANSWER_FACTS: Readonly<Record<string, number>> = {
  points: BASE_POINTS,
  sidePx: MIN_SIDE_PX,
  codeMinutes: CODE_LIFETIME_MS / MINUTE_MS,
  deletionDays: DELETION_GRACE_MS / DAY_MS,
}

/** Contact messages per owner and hour. */
export const MAX_CONTACT_MESSAGES_PER_HOUR = 10
/** Characters of a subject. */
export const CONTACT_SUBJECT_MAX_LENGTH = 200
/** Characters of a message. */
export const CONTACT_MESSAGE_MAX_LENGTH = 5000
