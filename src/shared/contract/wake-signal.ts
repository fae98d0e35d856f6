/** The name under which the browser is asked to tell when the network is back. */
export const WAKE_TAG = 'hub-wake'

/** What the service worker then says to every open tab. */
export const WAKE_MESSAGE = 'WAKE_HUB'
