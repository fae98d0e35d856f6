import { inEnglish } from './checkout-address.ts'
import { type PayMessageType, readPayMessage } from './pay-message.ts'

export const PAYMENT_SDK_VERSION = '1.0.1'

/**
 * The checkout may run its scripts and forms, open a bank's page, and lead the whole page there when the person presses something; it
 * can't take the app away by itself.
 */
const SANDBOX = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-modals',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-top-navigation-by-user-activation',
].join(' ')

export interface CheckoutFrame {
  readonly checkoutUrl: string
  readonly payOrderId: string
  /** Names the frame for a screen reader. */
  readonly title: string
  /** Something has loaded: the checkout, or a browser's page about an error. */
  readonly onLoad: () => void
  readonly onMessage: (type: PayMessageType) => void
}

/** Puts a checkout into a frame and turns what it tells into events. */
export interface PaymentSdk {
  readonly version: string
  /** Returns how to take it away. */
  mount(place: HTMLElement, frame: CheckoutFrame): () => void
}

export const paymentSdk: PaymentSdk = {
  version: PAYMENT_SDK_VERSION,
  mount(place, { checkoutUrl, payOrderId, title, onLoad, onMessage }) {
    const frame = document.createElement('iframe')
    const listen = (event: MessageEvent<unknown>) => {
      const type = readPayMessage(event, { appOrigin: location.origin, frame: frame.contentWindow, payOrderId })
      if (type !== null) onMessage(type)
    }
    frame.title = title
    frame.allow = 'payment'
    frame.setAttribute('sandbox', SANDBOX)
    frame.addEventListener('load', onLoad)
    addEventListener('message', listen)
    frame.src = inEnglish(checkoutUrl)
    place.append(frame)
    return () => {
      removeEventListener('message', listen)
      frame.removeEventListener('load', onLoad)
      frame.remove()
    }
  },
}
