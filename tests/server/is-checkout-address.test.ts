import { expect, test } from 'vitest'
import { isCheckoutAddress } from '#server/billing/providers/payment-url.ts'

const ORIGINS = ['https://checkout.example', 'http://127.0.0.1:8788', 'http://pay.example', 'https://[2001:db8::1]:8443']

test.each([
  'https://checkout.example/session/1?a=b#c',
  'https://checkout.example/',
  'http://127.0.0.1:8788/checkout/cs_1',
  'https://[2001:db8::1]:8443/x',
])('a checkout may be opened at %s', (address) => {
  expect(isCheckoutAddress(address, ORIGINS)).toBe(true)
})

test.each([
  ['another host', 'https://evil.example/session/1'],
  ['our host as a suffix', 'https://evil-checkout.example/'],
  ['our host as a prefix', 'https://checkout.example.evil.example/'],
  ['a host below ours', 'https://a.checkout.example/'],
  ['a dot behind', 'https://checkout.example./'],
  ['another port', 'https://checkout.example:8443/'],
  ['another port of this computer', 'http://127.0.0.1:8789/'],
  ['the other name of this computer', 'http://localhost:8788/'],
  ['a decimal address', 'http://2130706433:8788/'],
  ['plain http', 'http://checkout.example/'],
  ['plain http of an origin that was configured so', 'http://pay.example/'],
  ['an inner network', 'http://192.168.0.1/'],
  ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
  ['a name', 'https://user@checkout.example/'],
  ['a name and a password', 'https://user:secret@checkout.example/'],
  ['our host as a name', 'https://checkout.example@evil.example/'],
  ['a backslash', String.raw`https://evil.example\@checkout.example/`],
  ['a backslash behind', String.raw`https://checkout.example\@evil.example/`],
  ['wide letters', 'https://ｃheckout.example/'],
  ['a letter that only looks alike', 'https://сheckout.example/'],
  ['a soft hyphen', 'https://check\u00ADout.example/'],
  ['a line break', 'https://check\nout.example/'],
  ['a space in front', ' https://checkout.example/'],
  ['capitals', 'HTTPS://Checkout.Example/'],
  ['no slash behind the host', 'https://checkout.example?x'],
  ['no scheme', '//checkout.example/'],
  ['a path', '/pay/success'],
  ['a script', 'javascript:alert(1)//https://checkout.example/'],
  ['data', 'data:text/html,https://checkout.example/'],
  ['a blob', 'blob:https://checkout.example/1'],
  ['a view of the source', 'view-source:https://checkout.example/'],
  ['a file', 'file:///etc/passwd'],
  ['a socket', 'wss://checkout.example/'],
  ['nothing', ''],
])('no checkout is opened at %s', (_, address) => {
  expect(isCheckoutAddress(address, ORIGINS)).toBe(false)
})
