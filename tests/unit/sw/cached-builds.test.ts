import { expect, test } from 'vitest'
import { pageLock } from '#shared/contract/update-messages.ts'
import { dropOutdated, isOtherBuildOpen } from '#workers/sw/drop-outdated.ts'

const ORIGIN = 'https://kinora.test'

async function leftPaths(isOtherOpen: boolean): Promise<string[]> {
  const cachedUrls = new Set(
    ['/assets/new-1.js', '/assets/old-1.js', '/index.html?r=new', '/index.html?r=old'].map((path) => ORIGIN + path),
  )
  const cache = {
    keys: async () => [...cachedUrls].map((url) => ({ url }) as Request),
    delete: async (request: RequestInfo | URL) => cachedUrls.delete((request as Request).url),
  }
  await dropOutdated(cache, new Set([`${ORIGIN}/assets/new-1.js`, `${ORIGIN}/index.html?r=new`]), isOtherOpen)
  return [...cachedUrls].map((url) => url.slice(ORIGIN.length))
}

test('hashed files of another build stay as long as a page of it may be open', async () => {
  expect(await leftPaths(true)).toEqual(['/assets/new-1.js', '/assets/old-1.js', '/index.html?r=new'])
  expect(await leftPaths(false)).toEqual(['/assets/new-1.js', '/index.html?r=new'])
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
