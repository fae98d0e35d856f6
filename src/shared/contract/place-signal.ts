/** What the service worker says to the window in which a pressed notification's place is to be shown. The window answers on the port beside it. */
export const PLACE_MESSAGE = 'OPEN_PLACE'

export interface PlaceMessage {
  readonly type: typeof PLACE_MESSAGE
  readonly path: string
}
