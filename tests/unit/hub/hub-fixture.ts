import { afterEach, beforeEach, expect } from 'vitest'
import { createHubWorld } from './hub-world.ts'

export type HubWorld = ReturnType<typeof createHubWorld>
export type Hub = ReturnType<HubWorld['startHub']>

/** Gives each test of a file a hub world. The returned function creates another one. A test fails if a world has logged a bug. */
export function inHubWorld(enter: (world: HubWorld) => void): () => void {
  const worlds: HubWorld[] = []
  function renew(): void {
    const world = createHubWorld()
    worlds.push(world)
    enter(world)
  }
  beforeEach(renew)
  afterEach(async () => {
    for (const world of worlds.splice(0)) {
      await world.stopAll()
      expect(world.bugs).toEqual([])
    }
  })
  return renew
}
