const PAY_MESSAGE_TYPES = ['pay_success', 'pay_cancel'] as const
export type PayMessageType = (typeof PAY_MESSAGE_TYPES)[number]

/** What the result page of a payment, inside the checkout's frame, tells the app around it. It is a hint: the server's word decides. */
export interface PayMessage {
  readonly type: PayMessageType
  readonly payOrderId: string
}

interface ExpectedMessage {
  readonly appOrigin: string
  /** The window inside the current frame; null as long as there is none. */
  readonly frame: MessageEventSource | null
  readonly payOrderId: string
}

/** Null unless it comes from a page of our own, in this very frame, about this very order. */
export function readPayMessage(
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  expected: ExpectedMessage,
): PayMessageType | null {
  if (origin !== expected.appOrigin || expected.frame === null || source !== expected.frame) return null
  if (typeof data !== 'object' || data === null) return null
  const { type, payOrderId } = data as Partial<Record<keyof PayMessage, unknown>>
  if (payOrderId !== expected.payOrderId) return null
  return PAY_MESSAGE_TYPES.find((known) => known === type) ?? null
}
