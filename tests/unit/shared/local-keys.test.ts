import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'

const SRC = path.resolve(import.meta.dirname, '../../../src')

test('no two values are stored under one name, and each name is written down once', async () => {
  const names = Object.values(LOCAL_KEYS)
  expect(new Set(names).size).toBe(names.length)
  const files = (await readdir(SRC, { recursive: true })).filter((file) => /\.tsx?$/.test(file) && !file.endsWith('local-keys.ts'))
  const sources = await Promise.all(files.map(async (file) => ({ file, words: await readFile(path.join(SRC, file), 'utf8') })))
  const repeatingSources = sources.filter(({ words }) => names.some((name) => name.startsWith('kinora.') && words.includes(`'${name}'`)))
  expect(repeatingSources.map(({ file }) => file)).toEqual([])
})
