import { expect, test } from 'vitest'
import { unregisterSelf } from '#workers/sw/unregister-self.ts'

test('a worker that unregisters itself leaves neither a registration nor a copy, but the user’s offline videos', async () => {
  const left = new Set(['workbox-precache-v2-https://kinora.test/', 'gallery-answers', 'gallery-videos', 'icons', 'kept-videos'])
  let isRegistered = true
  await unregisterSelf({
    registration: { unregister: async () => isRegistered && !(isRegistered = false) },
    caches: { keys: async () => [...left], delete: async (name) => left.delete(name) },
  })
  expect([isRegistered, [...left]]).toEqual([false, ['kept-videos']])
})
