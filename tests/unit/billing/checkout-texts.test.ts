import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { setTexts } from '../platform/set-texts.ts'
import { noteContent } from '#src/billing/checkout/result-note.ts'

setTexts()

const texts = JSON.parse(readFileSync(new URL('../../../public/locales/en/checkout.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>
const billingDir = new URL('../../../src/billing/', import.meta.url)
const sources = readdirSync(billingDir, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(new URL(file.replaceAll('\\', '/'), billingDir), 'utf8'))
  .join('\n')
const textKeys = Object.keys(texts)
const usedKeys = [...sources.matchAll(/'(checkout\.[A-Za-z_.]+)'/g)].map(([, key = '']) => key)
const builtPatterns = [...sources.matchAll(/`(checkout\.[^`]+)`/g)].map(
  ([, pattern = '']) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '[a-z_]+')}$`),
)

test('every text of the checkout in the sources exists, and no other', () => {
  expect(usedKeys.filter((key) => !textKeys.includes(key))).toEqual([])
  expect(builtPatterns.filter((pattern) => !textKeys.some((key) => pattern.test(key)))).toEqual([])
  expect(textKeys.filter((key) => !usedKeys.includes(key) && !builtPatterns.some((pattern) => pattern.test(key)))).toEqual([])
})

test('its keys are sorted', () => {
  expect(textKeys).toEqual(textKeys.toSorted())
})

test.each(textKeys.filter((key) => /(?:cancelled|failed|closed|slow|addressRefused|sdk_missing|tab\.blocked)\.?[Hh]int$/.test(key)))(
  '%s says what happened to the money',
  (key) => {
    expect(texts[key]).toMatch(/[Yy]ou (?:weren't|aren't) charged/)
  },
)

test('a rejected order shows the words of the server, or ours where it sent none', () => {
  const code = 'H4043'
  const content = noteContent({ kind: 'refused', error: { code, retry: 'never', message: 'Duplicate subscription is not allowed' } })
  expect(content).toMatchObject({ color: 'error', title: 'Duplicate subscription is not allowed' })
  expect(noteContent({ kind: 'refused', error: { code, retry: 'never' } })).toMatchObject({ color: 'error', title: 'checkout.refused' })
})
