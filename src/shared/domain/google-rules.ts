/** How long nobody presses anything before One Tap is shown, in ms. */
export const ONE_TAP_INACTIVITY_MS = 10_000

/** Google's script is looked for this often, in ms, and this many times. */
export const GIS_POLL_MS = 100
export const GIS_POLLS_MAX = 50

/** A press on the button waits for the code client this many times more, this long each, in ms. */
export const GOOGLE_CODE_RETRIES = 3
export const GOOGLE_CODE_RETRY_PAUSE_MS = 1000

export const GOOGLE_SCOPE = 'openid email profile'
export const GOOGLE_UX_MODE = 'popup'

/** How Google draws its own button; the width in px. */
export const GOOGLE_BUTTON = { width: 300, shape: 'pill', theme: 'filled_blue', locale: 'zh_CN' } as const
