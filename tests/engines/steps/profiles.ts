import { expect } from 'vitest'
import { type Step, openPage, STUDIO_PATH } from './step.ts'
import { makeVideo, watchVideo } from './videos.ts'

/** More bytes than a profile without room can store: the size of a small photo. */
const ROOM_BYTES = 1_000_000

export const profileSteps: readonly Step[] = [
  {
    name: 'a private window makes its video',
    async run(world) {
      world.server.renderVideos()
      const person = await openPage(world, await world.open('private'), STUDIO_PATH)
      await makeVideo(person, world, 'In private')
      await watchVideo(person, 'In private')
    },
  },
  {
    name: 'without cookies and storage, too, and the page says what is kept',
    engines: ['Firefox'],
    async run(world) {
      world.server.renderVideos()
      const person = await openPage(world, await world.open('no-cookies'), STUDIO_PATH)
      await person.sees(/Your browser is blocking storage/)
      await makeVideo(person, world, 'Without cookies')
    },
  },
  {
    name: 'with a full disk, too',
    engines: ['Firefox'],
    async run(world) {
      world.server.renderVideos()
      const person = await openPage(world, await world.open('no-room'), STUDIO_PATH)
      expect(await person.tab.evaluate(canStore, ROOM_BYTES)).toBe(false)
      await makeVideo(person, world, 'Without room')
      await watchVideo(person, 'Without room')
    },
  },
]

function canStore(bytes: number): Promise<boolean> {
  return new Promise((resolve) => {
    const openRequest = indexedDB.open('room')
    openRequest.addEventListener('error', () => resolve(false))
    openRequest.addEventListener('upgradeneeded', () => openRequest.result.createObjectStore('rows'))
    openRequest.addEventListener('success', () => {
      const transaction = openRequest.result.transaction('rows', 'readwrite')
      transaction.addEventListener('complete', () => resolve(true))
      transaction.addEventListener('abort', () => resolve(false))
      transaction.objectStore('rows').put(new Uint8Array(bytes), 'row')
    })
  })
}
