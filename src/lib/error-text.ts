import type { AppErrorCode } from '#shared/app-error.ts'
import { text } from './i18n.ts'

/** One sentence per failure: what happened, what it cost, what to do. The only place where codes become words. */
export const ERROR_TEXT_KEYS = {
  '40001': 'error.noAnswer',
  '40002': 'error.googleNotReady',
  H3000: 'error.invalid',
  H3001: 'error.missing',
  H3009: 'error.notLoggedIn',
  H3013: 'error.notAllowed',
  H3015: 'error.userNotFound',
  H3016: 'error.alreadyLinked',
  H3017: 'error.bothMembers',
  H4001: 'error.notFound',
  H4013: 'error.payment',
  H4021: 'error.notPossible',
  H4022: 'error.tooMany',
  H4023: 'error.orderNotFound',
  H4031: 'error.skuNotFound',
  H4040: 'error.noSubscription',
  H4041: 'error.refundLimit',
  H4043: 'error.duplicateSubscription',
  H4044: 'error.notEnoughPoints',
  H4045: 'error.tooManyFailures',
  H4060: 'error.receiptUnreadable',
  H4061: 'error.receiptUnreadable',
  H4062: 'error.receiptInvalid',
  H4063: 'error.receiptOther',
  H4064: 'error.receiptExpired',
  H4065: 'error.receiptUsed',
  H4066: 'error.receiptOther',
  H4067: 'error.receiptService',
  H4068: 'error.receiptInvalid',
  H5000: 'error.service',
  H5001: 'error.unknown',
  H503: 'error.unavailable',
  ORDER_PARAM_ERROR: 'error.orderNotFound',
  ORDER_STATUS_ERROR: 'error.refundRequested',
  CODE_EXPIRED: 'error.codeExpired',
  CODE_TRIES_USED: 'error.codeTriesUsed',
  CODE_USED: 'error.codeUsed',
  CODE_WRONG: 'error.codeWrong',
  EMAIL_TAKEN: 'error.emailTaken',
  GOOGLE_REFUSED: 'error.googleRefused',
  LOGIN_WRONG: 'error.loginWrong',
  PROOF_EXPIRED: 'error.proofExpired',
  ORDER_CAN_NOT_REFUND: 'error.noRefund',
  answer_malformed: 'error.malformed',
  cancelled: 'error.cancelled',
  hub_outdated: 'error.hubOutdated',
  hub_unreachable: 'error.hubUnreachable',
  outcome_unknown: 'error.outcomeUnknown',
  price_changed: 'error.priceChanged',
  storage_blocked: 'error.storageBlocked',
  storage_full: 'error.storageFull',
  upload_failed: 'error.uploadFailed',
  upload_presign_failed: 'error.uploadPresign',
  worker_failed: 'error.workerFailed',
  image_empty: 'error.imageEmpty',
  image_type: 'error.imageType',
  image_heic: 'error.imageHeic',
  image_truncated: 'error.imageTruncated',
  image_broken: 'error.imageBroken',
  image_too_many_pixels: 'error.imageTooManyPixels',
  image_too_large: 'error.imageTooLarge',
  image_too_small: 'error.imageTooSmall',
} as const satisfies Record<AppErrorCode, string>

export function errorText(code: AppErrorCode): string {
  return text(ERROR_TEXT_KEYS[code])
}

/** The sentence of a code that may be anybody's, or the raw text where there is none. */
export function codeText(code: string, raw: string): string {
  return Object.hasOwn(ERROR_TEXT_KEYS, code) ? errorText(code as AppErrorCode) : raw
}
