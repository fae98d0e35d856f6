import { afterAll } from 'vitest'
import { hubState, snapshot } from '#src/store/state.ts'
import { preferences } from '#src/store/preferences.ts'

const before = { hub: structuredClone(snapshot(hubState)), preferences: { ...preferences } }

// The hub's snapshot and the user's preferences are one state of the whole page, and files share a worker.
afterAll(() => {
  Object.assign(hubState, before.hub)
  Object.assign(preferences, before.preferences)
})
