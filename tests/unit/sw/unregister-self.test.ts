import { expect, test } from 'vitest'
import { unregisterSelf } from '#workers/sw/unregister-self.ts'

test('a worker that unregisters itself leaves neither a registration nor a copy, but the user’s offline videos', async () => {
  const cacheNames = new Set(['workbox-precache-v2-https://kinora.test/', 'gallery-answers', 'gallery-videos', 'icons', 'kept-videos'])
  let isRegistered = true
  await unregisterSelf({
    registration: { unregister: async () => isRegistered && !(isRegistered = false) },
    caches: { keys: async () => [...cacheNames], delete: async (name) => cacheNames.delete(name) },
  })
  expect([isRegistered, [...cacheNames]]).toEqual([false, ['kept-videos']])
})
