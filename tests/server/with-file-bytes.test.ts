import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { withFileBytes } from '#server/pictures/with-file-bytes.ts'

/** Linux reports 4096 bytes as this file's size, but the file has only a few bytes. */
const SHORTER_THAN_ITS_SIZE = '/sys/kernel/mm/transparent_hugepage/enabled'

it('passes the bytes of a file', async () => {
  const path = fileURLToPath(import.meta.url)
  expect(await withFileBytes(path, async (bytes) => Buffer.from(bytes))).toEqual(await readFile(path))
})

it.skipIf(!existsSync(SHORTER_THAN_ITS_SIZE))('rejects where the file is shorter than its size, instead of reading for ever', async () => {
  await expect(withFileBytes(SHORTER_THAN_ITS_SIZE, async () => undefined)).rejects.toThrow('shorter')
})
