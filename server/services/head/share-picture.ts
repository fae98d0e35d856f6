/** What a link is shown with where its page has no picture of its own; `alt` is a text key. */
export const SHARE_PICTURE = { path: '/share.jpg', width: 1200, height: 630, alt: 'head.share' } as const
