import { nextTurn } from '#src/lib/next-turn.ts'

/** What every screen stands on: what is parsed with, then the hub's side of the page. In one go, all of it would hold the page up. */
const STEPS = [
  () => import('#shared/api/plain-text.ts'),
  () => import('#shared/api/generation.ts'),
  () => import('#shared/api/templates.ts'),
  () => import('#shared/storage/hub-records.ts'),
  () => import('#shared/api/user.ts'),
  () => import('./late-parts.tsx'),
  () => import('./start-hub.ts'),
]

/** Loads them one after the other, each in a turn of its own. */
export async function loadFoundations(): Promise<void> {
  for (const load of STEPS) {
    await load()
    await nextTurn()
  }
}
