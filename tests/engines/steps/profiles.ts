import { expect } from 'vitest'
import { type Step, openPage, STUDIO_PATH } from './step.ts'
import { makeVideo, watch } from './videos.ts'

/** More bytes than a profile without room can store: the size of a small photo. */
const ROOM_BYTES = 1_000_000

export const profileSteps: readonly Step[] = [
  {
    name: 'a private window makes its video',
    async run(world) {
      world.server.renderVideos()
      const person = await openPage(world, await world.open('private'), STUDIO_PATH)
      await makeVideo(person, world, 'In private')
      await watch(person, 'In private')
    },
  },
  {
    name: 'without cookies and storage, too, and the page says what is kept',
    engines: ['Firefox'],
    async run(world) {
      world.server.renderVideos()
      const person = await openPage(world, await world.open('no-cookies'), STUDIO_PATH)
      await person.sees(/Your browser doesn't let Kinora store anything/)
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
      await watch(person, 'Without room')
    },
  },
]

function canStore(bytes: number): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('room')
    opening.addEventListener('error', () => resolve(false))
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows'))
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('rows', 'readwrite')
      writing.addEventListener('complete', () => resolve(true))
      writing.addEventListener('abort', () => resolve(false))
      writing.objectStore('rows').put(new Uint8Array(bytes), 'row')
    })
  })
}
