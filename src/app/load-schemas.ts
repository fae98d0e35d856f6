import { nextTurn } from '#src/lib/next-turn.ts'

/** What most parts of the page parse with. Made in one go, all of them together would hold the page up. */
const STEPS = [
  () => import('#shared/api/plain-text.ts'),
  () => import('#shared/api/generation.ts'),
  () => import('#shared/api/templates.ts'),
  () => import('#shared/storage/hub-records.ts'),
  () => import('#shared/api/user.ts'),
]

/** Loads them one after the other, each in a turn of its own. */
export async function loadSchemas(): Promise<void> {
  for (const load of STEPS) {
    await load()
    await nextTurn()
  }
}
