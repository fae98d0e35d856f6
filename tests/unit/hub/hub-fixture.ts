import { afterEach, beforeEach, expect } from 'vitest'
import { createHubWorld } from './hub-world.ts'

export type HubWorld = ReturnType<typeof createHubWorld>
export type Hub = ReturnType<HubWorld['startHub']>

/** Gives each test of a file a hub world. The returned function creates another one. A test fails if a world has logged a bug. */
export function inHubWorld(setWorld: (world: HubWorld) => void): () => void {
  const worlds: HubWorld[] = []
  function renewWorld(): void {
    const world = createHubWorld()
    worlds.push(world)
    setWorld(world)
  }
  beforeEach(renewWorld)
  afterEach(async () => {
    for (const world of worlds.splice(0)) {
      await world.stopAll()
      expect(world.bugs).toEqual([])
    }
  })
  return renewWorld
}
