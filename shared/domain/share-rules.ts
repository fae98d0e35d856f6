/** The POST target of shares from other apps. Rule: docs/create.md, "Shared into the app". */
export const SHARE_PATH = '/share'
/** The fields of the form that another app sends to `SHARE_PATH`. */
export const SHARE_FIELDS = { title: 'title', text: 'text', url: 'url', images: 'images' } as const
/** The query parameter with a share's id. */
export const SHARE_QUERY = 'shared'
/** The maximum number of stored pictures of a share: a form has at most two pictures. */
export const MAX_SHARED_IMAGES = 2
/** How long an unused share is stored, in ms. */
export const SHARE_RETENTION_MS = 24 * 60 * 60 * 1000
/** The maximum number of stored shares; the oldest are deleted first. */
export const MAX_STORED_SHARES = 5
