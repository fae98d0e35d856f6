import type { KeyGroup } from '#src/account/settings/key-groups.ts'
import { VIEWER_KEYS } from '#src/viewer/viewer-keys.ts'

/** The viewer's keys, as listed in the settings. */
export const VIEWER_KEY_GROUP: KeyGroup = {
  id: 'viewer',
  rows: [...Object.entries(VIEWER_KEYS), ['Escape', 'close']].map(([key = '', command]) => ({
    does: `viewer.does.${command}`,
    keys: [key],
  })),
}
