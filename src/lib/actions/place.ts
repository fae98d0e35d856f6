import { screenAddress, viewerEntry } from '#src/lib/screen-location.ts'
import { storedBusinessUserId } from '#src/lib/stored-business-user-id.ts'

/** Names who is on which screen, and whether a viewer lies over it. */
export function place(): string {
  return JSON.stringify([storedBusinessUserId(), screenAddress(), viewerEntry() !== null])
}
