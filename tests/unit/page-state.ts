import { afterAll } from 'vitest'
import { hubState, snapshot } from '#src/store/state.ts'
import { preferences } from '#src/store/preferences.ts'

const savedState = { hub: structuredClone(snapshot(hubState)), preferences: { ...preferences } }

// Restores the hub's snapshot and the preferences: both belong to the whole page, and the test files share a worker.
afterAll(() => {
  Object.assign(hubState, savedState.hub)
  Object.assign(preferences, savedState.preferences)
})
