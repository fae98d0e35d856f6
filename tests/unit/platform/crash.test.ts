import { expect, test } from 'vitest'
import { crashDetails, withoutSecrets, wordsOf } from '#src/reporting/crash-details.ts'
import { crashOf } from '#src/reporting/errors.ts'

const TOKEN = 'a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4'
const surroundings = { path: `/ai/receipt/${TOKEN}`, version: '0.9.0', userAgent: 'Firefox/140.0' }

test('each crash has an id of its own, easy to read aloud', () => {
  const [firstCrash, secondCrash] = [crashOf(new Error('x'), 0), crashOf(new Error('x'), 0)]
  expect(firstCrash.id).toMatch(/^[0-9a-f]{10}$/)
  expect(firstCrash.id).not.toBe(secondCrash.id)
})

test('where the server failed, the id is that of the request', () => {
  expect(crashOf(Object.assign(new Error('x'), { requestId: 'req-7' }), 0).id).toBe('req-7')
  for (const requestId of ['', 7]) expect(crashOf(Object.assign(new Error('x'), { requestId }), 0).id).toMatch(/^[0-9a-f]{10}$/)
})

test('the details have the error, time and screen, and no secret or name', () => {
  const error = new Error(`No answer of https://kinora.example/api/v1/user?user_token=${TOKEN}#x to ada@example.com, ${TOKEN}`)
  error.stack = `Error: no matter\n    at draw (https://kinora.example/assets/page-Dk3l_9aZ.js?v=${TOKEN}:1:20)`
  const details = crashDetails({ id: 'c0ffee', error, atMs: Date.UTC(2026, 1, 3, 4, 5) }, surroundings)
  expect(details.split('\n')).toEqual([
    'Error c0ffee, 2026-02-03T04:05:00.000Z',
    'Kinora 0.9.0, /ai/receipt/…, Firefox/140.0',
    'Error: No answer of https://kinora.example/api/v1/user to …, …',
    '    at draw (https://kinora.example/assets/page-Dk3l_9aZ.js)',
  ])
})

test('any thrown value has a text, and a long stack is cut', () => {
  expect(wordsOf('gone')).toBe('gone')
  expect(wordsOf(undefined)).toBe('undefined')
  const error = new TypeError('no')
  error.stack = ['TypeError: no', ...Array.from({ length: 40 }, (_, index) => `    at f${index} (x.js:1:1)`)].join('\n')
  expect(wordsOf(error).split('\n')).toHaveLength(9)
})

test('ordinary words stay unchanged', () => {
  const words = "Cannot read properties of undefined (reading 'name') at UserMenuPanel, line 12"
  expect(withoutSecrets(words)).toBe(words)
})
