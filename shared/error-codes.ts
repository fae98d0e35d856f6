/** Every error code, with its constant text and its HTTP status. Rule: docs/platform.md, "Error codes". */
export const ERROR_CATALOGUE = {
  /** The request got no answer: no network, a time limit, or no server. The client creates it and retries later. */
  '40001': { status: 503, text: 'Please try again later' },
  /** Google's sign-in script is not loaded yet. The page creates it; the user presses the button again. */
  '40002': { status: 503, text: 'Google sign-in is not ready' },
  /** An input is invalid; `fields` names it. The caller marks these fields and does not retry. */
  H3000: { status: 422, text: 'Invalid parameters' },
  /** A required input or header is missing. The caller sends it; the same request fails again. */
  H3001: { status: 422, text: 'Missing parameters' },
  /** The caller has no valid session or user token. The client checks the account and renews the token or asks for a login. */
  H3009: { status: 401, text: 'User not logged in' },
  /**
   * The caller may not do this, for example from a foreign origin, for another account than the session's, or with an upload permission
   * that is no longer valid. Only for an upload, the caller requests a new permission and tries again.
   */
  H3013: { status: 403, text: 'You are not allowed to perform this action' },
  /** The operator's console: no account or visitor has this id. The operator corrects the id. */
  H3015: { status: 404, text: 'User not found' },
  /** The Google account is linked to another account, or this account already has a link. The user chooses another Google account. */
  H3016: { status: 409, text: 'Account already linked, cannot bind again' },
  /** The Google account belongs to another Kinora account, and both accounts have a membership. The user has to use them separately. */
  H3017: { status: 409, text: 'Both accounts already have VIP, cannot bind' },
  /** The resource does not exist or belongs to another owner. The caller shows "not found" and does not retry. */
  H4001: { status: 404, text: 'Resource not found' },
  /** The payment service failed or did not answer. Nothing was charged by this call; the user tries again later. */
  H4013: { status: 502, text: 'Third-party payment error' },
  /** The state has changed and no longer allows this action. The caller reads the state again and shows it. */
  H4021: { status: 409, text: 'Illegal operation' },
  /** Too many requests. The client retries after the time of Retry-After. */
  H4022: { status: 429, text: 'Too many requests. Please try again later' },
  /** The order does not exist or belongs to another account. The caller reads the orders again. */
  H4023: { status: 404, text: 'Payment order not found' },
  /**
   * The SKU does not exist, is not sold, or can't be bought in this currency; `fields` names the wrong input. The caller reads the
   * catalogue again.
   */
  H4031: { status: 404, text: 'SKU not found' },
  /** The account has no running subscription. The caller shows the account without a plan. */
  H4040: { status: 404, text: 'No subscription info found' },
  /** The account has used its number of refunds in the period. The caller offers no refund. */
  H4041: { status: 409, text: 'Refund limit reached' },
  /** The account has a plan already, or has used its free trial. The caller shows the running plan. */
  H4043: { status: 409, text: 'Duplicate subscription is not allowed' },
  /** The balance is lower than the price. The caller offers points to buy. */
  H4044: { status: 402, text: 'Insufficient credits to generate content' },
  /** Too many videos of this owner failed within the hour. The client retries after the time of Retry-After. */
  H4045: { status: 429, text: 'Too many failed content generations' },
  /** H4060 to H4068 belong to receipts of app stores. The specification lists them; this server does not send them. */
  H4060: { status: 422, text: 'The receipt could not be read' },
  H4061: { status: 422, text: 'The receipt is malformed' },
  H4062: { status: 422, text: 'The receipt could not be verified' },
  H4063: { status: 422, text: 'The receipt does not belong to this account' },
  H4064: { status: 422, text: 'The receipt has expired' },
  H4065: { status: 422, text: 'The receipt was already used' },
  H4066: { status: 422, text: 'The receipt belongs to another environment' },
  H4067: { status: 422, text: 'The receipt service cannot be reached' },
  H4068: { status: 422, text: 'The receipt is not valid' },
  /** The server has a bug or an internal failure. The client retries later; the log of the server has the cause. */
  H5000: { status: 500, text: 'Service error' },
  /** The client received a code that this build does not know. The client creates it and shows a general message. */
  H5001: { status: 500, text: 'Unknown error' },
  /** The server is busy, its disk is full, its database does not answer, or an upload was too slow (408). The client retries it later. */
  H503: { status: 503, text: 'Service not found' },
  /** A refund names a payment that does not exist or belongs to another account. The caller reads the receipt again. */
  ORDER_PARAM_ERROR: { status: 422, text: 'Order not found. Please check your input.' },
  /** A refund of this payment is already requested. The caller shows it as requested and waits for the decision. */
  ORDER_STATUS_ERROR: { status: 409, text: 'Refund request submitted. We will process it within 24 hours.' },
  /** The operator has disabled the account. The login fails; the user contacts the operator. */
  ACCOUNT_DISABLED: { status: 403, text: 'This account is disabled' },
  /** The e-mail code is too old, or no code was sent. The user requests a new code. */
  CODE_EXPIRED: { status: 422, text: 'The code has expired' },
  /** Too many wrong codes were entered. The user requests a new code. */
  CODE_TRIES_USED: { status: 422, text: 'Too many wrong codes' },
  /** The e-mail code was used already. The user requests a new code. */
  CODE_USED: { status: 422, text: 'The code was already used' },
  /** The e-mail code does not match. The user enters it again until CODE_TRIES_USED. */
  CODE_WRONG: { status: 422, text: 'The code is wrong' },
  /** An account with this mailbox exists. The user logs in or enters another address. */
  EMAIL_TAKEN: { status: 409, text: 'An account with this email already exists' },
  /** Google did not confirm the code or ID token, or it was used before. The user starts the Google login again. */
  GOOGLE_REFUSED: { status: 401, text: 'Google authentication failed' },
  /** The second step of a login, sign-up or passkey came too late. The user starts from the first step. */
  LOGIN_EXPIRED: { status: 401, text: 'The login has expired' },
  /** The account has no password and its login is not recent. The user logs in again, then repeats the action. */
  LOGIN_NOT_RECENT: { status: 403, text: 'A recent login is required' },
  /** E-mail address or password of a login, or the current password before a change, is wrong. The form marks the password. */
  LOGIN_WRONG: { status: 401, text: 'Email or password is wrong' },
  /** The account would have no login left. The user adds a password, a passkey or a Google account first. */
  ONLY_WAY_IN: { status: 409, text: 'This is the only way to log in' },
  /** The server rejected the passkey, or the page could not create or read one. The user chooses another passkey or login. */
  PASSKEY_REFUSED: { status: 401, text: 'The passkey was not accepted' },
  /** The order would cost a different amount than was quoted. The page requests a new quote and shows it. */
  PROMOTION_CHANGED: { status: 409, text: 'The price has changed' },
  /** The promotion code is disabled or past its end. The page shows the full price and the reason. */
  PROMOTION_ENDED: { status: 409, text: 'The promotion code has ended' },
  /** The promotion code is for a first purchase, and this account has paid before. The page shows the full price and the reason. */
  PROMOTION_NOT_FIRST: { status: 409, text: 'The promotion code is only for a first purchase' },
  /** The promotion code has no discount for this SKU and currency, or the price gets too low. The page shows the full price and why. */
  PROMOTION_NOT_HERE: { status: 409, text: 'The promotion code is not for this purchase' },
  /** The operator's new code names a currency without prices. The operator changes `amountsOff`. */
  PROMOTION_NOT_SOLD: { status: 422, text: 'The promotion code uses a currency without prices' },
  /** The promotion code is not valid yet. The user tries again after its start. */
  PROMOTION_NOT_YET: { status: 409, text: 'The promotion code is not valid yet' },
  /** A promotion code of this name exists. The operator enters another name. */
  PROMOTION_TAKEN: { status: 409, text: 'A promotion code with this name already exists' },
  /** The operator's new code leaves less than the smallest charge. The operator lowers the discount. */
  PROMOTION_TOO_LOW: { status: 422, text: 'The price would be too low' },
  /** The promotion code does not exist, or this caller may not use it. The user corrects the code. */
  PROMOTION_UNKNOWN: { status: 404, text: 'Promotion code not found' },
  /** This person has used the promotion code as often as allowed. The page shows the full price and the reason. */
  PROMOTION_USED: { status: 409, text: 'The promotion code was already used' },
  /** All uses of the promotion code are spent. The page shows the full price and the reason. */
  PROMOTION_USED_UP: { status: 409, text: 'The promotion code has reached its usage limit' },
  /** The server returns a proof for a verified e-mail code. This proof is unknown, used or too old. The user requests a new code. */
  PROOF_EXPIRED: { status: 422, text: 'Please request a new code' },
  /** The first step of the login succeeded, and the account has a second factor. The page asks for the code. */
  SECOND_FACTOR_NEEDED: { status: 401, text: 'A code from the authenticator app is required' },
  /** The code of the authenticator app or the recovery code is wrong or used. The user enters another code. */
  SECOND_FACTOR_WRONG: { status: 422, text: 'The code is wrong or was already used' },
  /** The files of the owner, or of all visitors from the owner's network address, have reached their limit. The user deletes files. */
  STORAGE_FULL: { status: 507, text: 'Storage is full' },
  /** No part of this payment can be refunded. The caller offers no refund. */
  ORDER_CAN_NOT_REFUND: { status: 409, text: 'Order cannot be refunded due to status.' },
} as const

export type ErrorCode = keyof typeof ERROR_CATALOGUE
export const ERROR_CODES = Object.keys(ERROR_CATALOGUE) as readonly ErrorCode[]

/** The code of a request that got no answer. */
export const NO_ANSWER_CODE = '40001' satisfies ErrorCode

/** Replaces codes that this build does not know. */
export const UNKNOWN_CODE = 'H5001' satisfies ErrorCode

/** The text as an error code; undefined if the catalogue does not contain it. Rule: docs/platform.md, "Error codes". */
export function errorCodeOf(text: string): ErrorCode | undefined {
  return ERROR_CODES.find((code) => code === text)
}
