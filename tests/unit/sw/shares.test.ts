import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openStore } from '#shared/browser/open-store.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import {
  MAX_SHARED_IMAGES,
  MAX_STORED_SHARES,
  SHARE_FIELDS,
  SHARE_PATH,
  SHARE_QUERY,
  SHARE_RETENTION_MS,
} from '#shared/domain/share-rules.ts'
import { storeShare, readShare } from '#workers/sw/receive-shares.ts'

// Workbox reads its logging switch from `self` when it is imported, so `self` has to exist before the imports.
vi.hoisted(() => vi.stubGlobal('self', globalThis))
afterAll(() => vi.unstubAllGlobals())

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})

const fileOf = (name: string, type = 'image/jpeg', bytes = 3) => new File([new Uint8Array(bytes)], name, { type })

function formOf(entries: readonly (readonly [string, string | File])[]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

test('the figures of a share', () => {
  expect([SHARE_PATH, SHARE_QUERY, MAX_SHARED_IMAGES, SHARE_RETENTION_MS, MAX_STORED_SHARES]).toEqual([
    '/share',
    'shared',
    2,
    86_400_000,
    5,
  ])
  expect(SHARE_FIELDS).toEqual({ title: 'title', text: 'text', url: 'url', images: 'images' })
})

test('the first two pictures of a share are stored, and no other file', () => {
  const files = [
    fileOf('a.txt', 'text/plain'),
    fileOf('empty.jpg', 'image/jpeg', 0),
    fileOf('1.jpg'),
    fileOf('2.png', 'image/png'),
    fileOf('3.jpg'),
  ]
  const { images, words, sharedAtMs } = readShare(formOf(files.map((file) => [SHARE_FIELDS.images, file] as const)), 7)
  expect(images.map(({ name }) => name)).toEqual(['1.jpg', '2.png'])
  expect([words, sharedAtMs]).toEqual(['', 7])
})

test.each([
  [
    'words come before a title',
    [
      ['title', 'A title'],
      ['text', '  slow push in '],
    ],
    'slow push in',
  ],
  [
    'a title stands in for words',
    [
      ['title', 'A title'],
      ['text', ' '],
    ],
    'A title',
  ],
  ['an address alone is no wish', [['url', 'https://example.com']], ''],
  ['an address as text is not a prompt', [['text', 'https://example.com/a?b=c']], ''],
  ['words are cut to the length of a prompt', [['text', 'x'.repeat(MAX_PROMPT_LENGTH + 1)]], 'x'.repeat(MAX_PROMPT_LENGTH)],
  ['a file is no words', [['text', fileOf('1.jpg')]], ''],
] as const)('%s', (_, entries, words) => {
  expect(readShare(formOf(entries), 0).words).toBe(words)
})

test('a share is stored, and those that are too old or too many are deleted', async () => {
  const store = openStore('shares-under-test')
  const readKeys = () => store.read((tx) => tx.keys(''))
  const share = (sharedAtMs: number) => ({ images: [], words: 'later', sharedAtMs })
  for (let index = 1; index <= MAX_STORED_SHARES; index += 1) await storeShare(store, `share-${index}`, share(index))
  expect(await readKeys()).toHaveLength(MAX_STORED_SHARES)
  await storeShare(store, 'share-6', share(6))
  expect(await readKeys()).toEqual(['share-2', 'share-3', 'share-4', 'share-5', 'share-6'])
  await storeShare(store, 'share-7', share(5 + SHARE_RETENTION_MS))
  expect(await readKeys()).toEqual(['share-6', 'share-7'])
})
