import { afterEach, beforeEach, expect } from 'vitest'
import { createHubWorld } from './hub-world.ts'

export type HubWorld = ReturnType<typeof createHubWorld>
export type Hub = ReturnType<HubWorld['startHub']>

/**
 * Creates a hub world before each test of a file and passes it to `setWorld`. The returned function replaces the world during a test. A
 * test fails if one of its worlds has logged a bug.
 */
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
