/** How long the user must be inactive before Google's One Tap is shown, in ms. */
export const ONE_TAP_INACTIVITY_MS = 10_000

/** The poll interval for Google's script, in ms. */
export const GIS_POLL_MS = 100
/** The maximum number of polls for Google's script. */
export const GIS_POLLS_MAX = 50

/** The number of times that a press of the Google button waits for Google's code client, which may not be loaded yet. */
export const GOOGLE_CODE_RETRIES = 3
/** The length of each wait for the code client, in ms. */
export const GOOGLE_CODE_RETRY_PAUSE_MS = 1000

export const GOOGLE_SCOPE = 'openid email profile'
export const GOOGLE_UX_MODE = 'popup'

/** The options of Google's own button; the width in px. */
export const GOOGLE_BUTTON = { width: 300, shape: 'pill', theme: 'filled_blue', locale: 'zh_CN' } as const
