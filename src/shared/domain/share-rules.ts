/** Where another app's share is sent to: a form by POST. Rule: docs/create.md, "Shared into the app". */
export const SHARE_PATH = '/share'
/** The fields of that form. */
export const SHARE_FIELDS = { title: 'title', text: 'text', url: 'url', images: 'images' } as const
/** In the address of a form: which share it is to take. */
export const SHARE_QUERY = 'shared'
/** Pictures that are kept of one share: a form takes two at most. */
export const MAX_SHARED_IMAGES = 2
/** What nobody has taken is kept for this long, in ms. */
export const SHARED_KEPT_MS = 24 * 60 * 60 * 1000
/** Of more than these the oldest go. */
export const MAX_SHARES_KEPT = 5
