import { withEnglishLocale } from './checkout-language.ts'

export const PAYMENT_SDK_VERSION = '1.0.1'

/**
 * The permissions of the checkout's frame. The checkout may run scripts and forms. After a press in the frame, it may open another page,
 * such as a bank's, in a new tab or instead of the app. Without a press, it can't navigate the app's tab.
 */
const SANDBOX_PERMISSIONS = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-modals',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-top-navigation-by-user-activation',
].join(' ')

const PAY_MESSAGE_TYPES = ['pay_success', 'pay_cancel'] as const
export type PayMessageType = (typeof PAY_MESSAGE_TYPES)[number]

export interface PayMessage {
  readonly type: PayMessageType
  readonly payOrderId: string
}

export interface CheckoutFrame {
  readonly checkoutUrl: string
  readonly payOrderId: string
  /** The frame's name for screen readers. */
  readonly title: string
  /** Called each time the frame has loaded: the checkout, or an error page of the browser. */
  readonly onLoad: () => void
  readonly onMessage: (type: PayMessageType) => void
}

/** Shows a checkout in a frame and turns its messages into events. */
export interface PaymentSdk {
  readonly version: string
  /** Adds the frame to the container. The returned function removes it. */
  mount(container: HTMLElement, frame: CheckoutFrame): () => void
}

export const paymentSdk: PaymentSdk = {
  version: PAYMENT_SDK_VERSION,
  mount(container, { checkoutUrl, payOrderId, title, onLoad, onMessage }) {
    const frame = document.createElement('iframe')
    const onWindowMessage = (event: MessageEvent<unknown>) => {
      const type = readPayMessage(event, { appOrigin: location.origin, frame: frame.contentWindow, payOrderId })
      if (type !== null) onMessage(type)
    }
    frame.title = title
    frame.allow = 'payment'
    frame.setAttribute('sandbox', SANDBOX_PERMISSIONS)
    frame.addEventListener('load', onLoad)
    addEventListener('message', onWindowMessage)
    frame.src = withEnglishLocale(checkoutUrl)
    container.append(frame)
    return () => {
      removeEventListener('message', onWindowMessage)
      frame.removeEventListener('load', onLoad)
      frame.remove()
    }
  },
}

interface ExpectedMessage {
  readonly appOrigin: string
  /** The window of the current frame; null if there is none. */
  readonly frame: MessageEventSource | null
  readonly payOrderId: string
}

/** The type of a checkout's message; null unless the message is from this site's origin, this frame and this order. */
export function readPayMessage(
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  expectedMessage: ExpectedMessage,
): PayMessageType | null {
  if (origin !== expectedMessage.appOrigin || expectedMessage.frame === null || source !== expectedMessage.frame) return null
  if (typeof data !== 'object' || data === null) return null
  const { type, payOrderId } = data as Partial<Record<keyof PayMessage, unknown>>
  if (payOrderId !== expectedMessage.payOrderId) return null
  return PAY_MESSAGE_TYPES.find((known) => known === type) ?? null
}
