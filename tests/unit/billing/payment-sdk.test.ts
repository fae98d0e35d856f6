import { afterEach, expect, test, vi } from 'vitest'
import { withEnglishLocale } from '#src/billing/checkout/checkout-language.ts'
import { readPayMessage } from '#src/billing/checkout/payment-sdk.ts'
import { PAYMENT_SDK_VERSION, paymentSdk } from '#src/billing/checkout/payment-sdk.ts'

const APP_ORIGIN = 'https://app.example'
const frame = { name: 'the frame' } as unknown as Window
const otherFrame = { name: 'another frame' } as unknown as Window
const expected = { appOrigin: APP_ORIGIN, frame, payOrderId: 'po_1' }
const goodMessage = { origin: APP_ORIGIN, source: frame, data: { type: 'pay_success', payOrderId: 'po_1' } }

afterEach(() => vi.unstubAllGlobals())

test('a message counts from our own page in this frame about this order', () => {
  expect(readPayMessage(goodMessage, expected)).toBe('pay_success')
  expect(readPayMessage({ ...goodMessage, data: { type: 'pay_cancel', payOrderId: 'po_1' } }, expected)).toBe('pay_cancel')
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['the checkout’s own origin', { origin: 'https://checkout.example' }],
  ['an origin without a name', { origin: 'null' }],
  ['our origin in plain http', { origin: 'http://app.example' }],
  ['another frame of our origin', { source: otherFrame }],
  ['the page itself', { source: null }],
  ['another order', { data: { type: 'pay_success', payOrderId: 'po_2' } }],
  ['no order', { data: { type: 'pay_success' } }],
  ['another type', { data: { type: 'pay_refund', payOrderId: 'po_1' } }],
  ['a text', { data: 'pay_success' }],
  ['nothing', { data: null }],
])('a message with %s has no effect', (_, change) => {
  expect(readPayMessage({ ...goodMessage, ...change }, expected)).toBeNull()
})

test('without a frame no message counts, not even one without a source', () => {
  expect(readPayMessage({ ...goodMessage, source: null }, { ...expected, frame: null })).toBeNull()
})

test('the checkout is requested in English, with an otherwise unchanged address', () => {
  expect(withEnglishLocale('https://c.example/s/1')).toBe('https://c.example/s/1?locale=en')
  expect(withEnglishLocale('https://c.example/s/1?sign=a%2Bb|c#part')).toBe('https://c.example/s/1?sign=a%2Bb|c&locale=en#part')
  expect(withEnglishLocale('https://c.example/s/1?locale=de&x=1')).toBe('https://c.example/s/1?locale=en&x=1')
})

test('the payment SDK has its version', () => {
  expect(PAYMENT_SDK_VERSION).toBe('1.0.1')
  expect(paymentSdk.version).toBe(PAYMENT_SDK_VERSION)
})

/** Fakes of the browser's parts that the payment frame needs. */
function stubBrowser() {
  const attributes = new Map<string, string>()
  const windowListeners = new Map<string, (event: unknown) => void>()
  const element = {
    contentWindow: frame,
    title: '',
    allow: '',
    src: '',
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    addEventListener: vi.fn<(name: string, listener: () => void) => void>(),
    removeEventListener: vi.fn<(name: string, listener: () => void) => void>(),
    remove: vi.fn<() => void>(),
  }
  vi.stubGlobal('document', { createElement: () => element })
  vi.stubGlobal('location', { origin: APP_ORIGIN })
  vi.stubGlobal('addEventListener', (name: string, listener: (event: unknown) => void) => windowListeners.set(name, listener))
  vi.stubGlobal('removeEventListener', (name: string) => windowListeners.delete(name))
  return { element, attributes, windowListeners, append: vi.fn<(child: unknown) => void>() }
}

test('a frame may use payments, can’t navigate the app by itself, and receives messages until it is removed', () => {
  const { element, attributes, windowListeners, append } = stubBrowser()
  const onMessage = vi.fn<(type: string) => void>()
  const container = { append } as unknown as HTMLElement
  const facts = { checkoutUrl: 'https://c.example/s/1', payOrderId: 'po_1', title: 'Checkout' }
  const unmount = paymentSdk.mount(container, { ...facts, onLoad: () => undefined, onMessage })
  expect(element).toMatchObject({ title: 'Checkout', allow: 'payment', src: 'https://c.example/s/1?locale=en' })
  const sandboxFlags = attributes.get('sandbox')?.split(' ') ?? []
  expect(sandboxFlags).toEqual(expect.arrayContaining(['allow-scripts', 'allow-forms', 'allow-same-origin', 'allow-popups']))
  expect(sandboxFlags).not.toContain('allow-top-navigation')
  expect(append).toHaveBeenCalledWith(element)
  windowListeners.get('message')?.({ ...goodMessage, source: otherFrame })
  expect(onMessage).not.toHaveBeenCalled()
  windowListeners.get('message')?.(goodMessage)
  expect(onMessage).toHaveBeenCalledExactlyOnceWith('pay_success')
  unmount()
  expect(element.remove).toHaveBeenCalledOnce()
  expect(windowListeners.has('message')).toBe(false)
})
