import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERROR_CATALOGUE, errorCodeOf, NO_ANSWER_CODE, UNKNOWN_CODE } from '#shared/error-codes.ts'

const root = new URL('../../../', import.meta.url)
const readText = (path: string) => readFileSync(new URL(path, root), 'utf8')
const codes = Object.keys(ERROR_CATALOGUE)

const [, chapter = ''] = /^## Error codes$([^]*?)^## /m.exec(readText('docs/platform.md')) ?? []
const [, table = ''] = /^\| not sent \| why \|$([^]*)/m.exec(chapter) ?? []
const listedCodes = [...table.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)]
  .flatMap(([, names = '']) => names.split(', '))
  .filter((name) => name !== '---')

const quotedWords = new Set(
  readdirSync(new URL('server/', root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readText(`server/${file.replaceAll('\\', '/')}`).matchAll(/'(\w+)'/g)].map(([, name = '']) => name)),
)

test('each code of the catalogue is sent by the server, or is in the table of unsent ones', () => {
  expect(codes.filter((code) => !quotedWords.has(code)).toSorted()).toEqual(listedCodes.toSorted())
})

test('each code has one name of its own and no inherited one', () => {
  for (const code of codes) expect(errorCodeOf(code)).toBe(code)
  for (const name of ['H9999', 'toString', '']) expect(errorCodeOf(name)).toBeUndefined()
  expect([NO_ANSWER_CODE, UNKNOWN_CODE]).toEqual(['40001', 'H5001'])
})
