import { expect, test } from 'vitest'
import { pageLock } from '#shared/contract/update-messages.ts'
import { dropOutdated, isOtherBuildOpen } from '#workers/sw/drop-outdated.ts'

const AT = 'https://kinora.test'

async function leftOf(isOtherOpen: boolean): Promise<string[]> {
  const left = new Set(['/assets/new-1.js', '/assets/old-1.js', '/index.html?r=new', '/index.html?r=old'].map((path) => AT + path))
  const cache = {
    keys: async () => [...left].map((url) => ({ url }) as Request),
    delete: async (request: RequestInfo | URL) => left.delete((request as Request).url),
  }
  await dropOutdated(cache, new Set([`${AT}/assets/new-1.js`, `${AT}/index.html?r=new`]), isOtherOpen)
  return [...left].map((url) => url.slice(AT.length))
}

test('hashed files of another build stay as long as a page of it may be open', async () => {
  expect(await leftOf(true)).toEqual(['/assets/new-1.js', '/assets/old-1.js', '/index.html?r=new'])
  expect(await leftOf(false)).toEqual(['/assets/new-1.js', '/index.html?r=new'])
})

test('a page is of another build unless it has the lock of this one', async () => {
  const isOpen = (frameTypes: readonly string[], names: readonly string[]) =>
    isOtherBuildOpen(
      { matchAll: async () => frameTypes.map((frameType) => ({ frameType })) },
      { query: async () => ({ held: names.map((name) => ({ name })) }) },
      2,
    )
  expect(await isOpen([], [])).toBe(false)
  expect(await isOpen(['top-level', 'nested'], [pageLock(2, 'a'), 'tab:a', 'hub-owner'])).toBe(false)
  expect(await isOpen(['top-level', 'auxiliary'], [pageLock(2, 'a'), pageLock(1, 'b')])).toBe(true)
  expect(await isOpen(['top-level'], [pageLock(22, 'a')])).toBe(true)
  expect(await isOpen(['top-level'], [])).toBe(true)
})
