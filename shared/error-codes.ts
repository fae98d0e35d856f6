/** Every error code, with its constant text and its HTTP status. Rule: docs/platform.md, "Error codes". */
export const ERROR_CATALOGUE = {
  '40001': { status: 503, text: 'Please try again later' },
  '40002': { status: 503, text: 'Google sign-in is not ready' },
  H3000: { status: 422, text: 'Invalid parameters' },
  H3001: { status: 422, text: 'Missing parameters' },
  H3009: { status: 401, text: 'User not logged in' },
  H3013: { status: 403, text: 'You are not allowed to perform this action' },
  H3015: { status: 404, text: 'User not found' },
  H3016: { status: 409, text: 'Account already linked, cannot bind again' },
  H3017: { status: 409, text: 'Both accounts already have VIP, cannot bind' },
  H4001: { status: 404, text: 'Resource not found' },
  H4013: { status: 502, text: 'Third-party payment error' },
  H4021: { status: 409, text: 'Illegal operation' },
  H4022: { status: 429, text: 'Too many requests. Please try again later' },
  H4023: { status: 404, text: 'Payment order not found' },
  H4031: { status: 404, text: 'SKU not found' },
  H4040: { status: 404, text: 'No subscription info found' },
  H4041: { status: 409, text: 'Refund limit reached' },
  H4043: { status: 409, text: 'Duplicate subscription is not allowed' },
  H4044: { status: 402, text: 'Insufficient credits to generate content' },
  H4045: { status: 429, text: 'Too many failed content generations' },
  H4060: { status: 422, text: 'The receipt could not be read' },
  H4061: { status: 422, text: 'The receipt is malformed' },
  H4062: { status: 422, text: 'The receipt could not be authenticated' },
  H4063: { status: 422, text: 'The receipt does not belong to this account' },
  H4064: { status: 422, text: 'The receipt has expired' },
  H4065: { status: 422, text: 'The receipt was already used' },
  H4066: { status: 422, text: 'The receipt belongs to another environment' },
  H4067: { status: 422, text: 'The receipt service is not reachable' },
  H4068: { status: 422, text: 'The receipt is not valid' },
  H5000: { status: 500, text: 'Service error' },
  H5001: { status: 500, text: 'Unknown error' },
  H503: { status: 503, text: 'Service not found' },
  ORDER_PARAM_ERROR: { status: 422, text: 'Order not found. Please check your input.' },
  ORDER_STATUS_ERROR: { status: 409, text: 'Refund request submitted. We will process it within 24 hours.' },
  ACCOUNT_DISABLED: { status: 403, text: 'This account is disabled' },
  CODE_EXPIRED: { status: 422, text: 'The code has expired' },
  CODE_TRIES_USED: { status: 422, text: 'Too many wrong codes' },
  CODE_USED: { status: 422, text: 'The code was already used' },
  CODE_WRONG: { status: 422, text: 'The code is wrong' },
  EMAIL_TAKEN: { status: 409, text: 'There is an account with this address' },
  GOOGLE_REFUSED: { status: 401, text: 'Google authentication failed' },
  LOGIN_EXPIRED: { status: 401, text: 'The login took too long' },
  LOGIN_NOT_RECENT: { status: 403, text: 'A recent login is needed' },
  LOGIN_WRONG: { status: 401, text: 'E-mail or password is wrong' },
  ONLY_WAY_IN: { status: 409, text: 'Nothing else opens this account' },
  PASSKEY_REFUSED: { status: 401, text: 'The passkey was not accepted' },
  PROMOTION_CHANGED: { status: 409, text: 'The price has changed' },
  PROMOTION_ENDED: { status: 409, text: 'The promotion code has ended' },
  PROMOTION_NOT_FIRST: { status: 409, text: 'The promotion code is for a first purchase' },
  PROMOTION_NOT_HERE: { status: 409, text: 'The promotion code is not for this purchase' },
  PROMOTION_NOT_SOLD: { status: 422, text: 'A currency of this code has no prices' },
  PROMOTION_NOT_YET: { status: 409, text: 'The promotion code is not valid yet' },
  PROMOTION_TAKEN: { status: 409, text: 'There is a promotion code of this name' },
  PROMOTION_TOO_LOW: { status: 422, text: 'The price would be too low' },
  PROMOTION_UNKNOWN: { status: 404, text: 'Promotion code not found' },
  PROMOTION_USED: { status: 409, text: 'The promotion code was already used' },
  PROMOTION_USED_UP: { status: 409, text: 'The promotion code is used up' },
  PROOF_EXPIRED: { status: 422, text: 'Please ask for a new code' },
  SECOND_FACTOR_NEEDED: { status: 401, text: 'A code of the authenticator app is needed' },
  SECOND_FACTOR_WRONG: { status: 422, text: 'The code is wrong or was used' },
  STORAGE_FULL: { status: 507, text: 'Storage is full' },
  ORDER_CAN_NOT_REFUND: { status: 409, text: 'Order cannot be refunded due to status.' },
} as const

export type ErrorCode = keyof typeof ERROR_CATALOGUE
export const ERROR_CODES = Object.keys(ERROR_CATALOGUE) as readonly ErrorCode[]

/** The code of a request that got no answer. */
export const NO_ANSWER_CODE = '40001' satisfies ErrorCode

/** Replaces codes that this build does not know. */
export const UNKNOWN_CODE = 'H5001' satisfies ErrorCode

/** The error code of that name; undefined where the catalogue has none. Rule: docs/platform.md, "Error codes". */
export function errorCodeOf(name: string): ErrorCode | undefined {
  return ERROR_CODES.find((code) => code === name)
}
