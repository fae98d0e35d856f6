/** What the service worker says to the window in which a pressed notification's place is to be shown. The window answers on the port beside it. */
export const PLACE_MESSAGE = 'OPEN_PLACE'

/** Held, shared, by each window with an open checkout, so that the service worker knows it of one that is too busy to answer. */
export const PAYING_LOCK = 'paying'

export interface PlaceMessage {
  readonly type: typeof PLACE_MESSAGE
  readonly path: string
}
