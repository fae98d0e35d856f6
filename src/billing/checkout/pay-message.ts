const PAY_MESSAGE_TYPES = ['pay_success', 'pay_cancel'] as const
export type PayMessageType = (typeof PAY_MESSAGE_TYPES)[number]

/** The message from a payment's result page, inside the checkout's frame, to the app around it. It is a hint; the server decides. */
export interface PayMessage {
  readonly type: PayMessageType
  readonly payOrderId: string
}

interface ExpectedMessage {
  readonly appOrigin: string
  /** The window of the current frame; null without one. */
  readonly frame: MessageEventSource | null
  readonly payOrderId: string
}

/** Null unless the message comes from our own origin, this frame and this order. */
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
