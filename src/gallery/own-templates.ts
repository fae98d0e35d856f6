import { z } from 'zod/mini'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, writeLocal } from '#src/store/local-values.ts'
import { proxy } from '#src/store/state.ts'

/** The storage keys of the user's likes and recent items. They are stored in this browser only, without a login. */
const STORAGE_KEYS = { liked: LOCAL_KEYS.likedTemplates, recent: LOCAL_KEYS.recentTemplates } as const
const MOST_IDS = { liked: 500, recent: 24 } as const
type OwnListName = keyof typeof STORAGE_KEYS

const idsSchema = z.array(z.string().check(z.minLength(1), z.maxLength(64)))

/** The ids of the items, newest choice first. */
export const ownTemplates = proxy<Record<OwnListName, readonly string[]>>({ liked: readIds('liked'), recent: readIds('recent') })

addEventListener('storage', ({ key }) => {
  for (const list of ['liked', 'recent'] as const) if (key === STORAGE_KEYS[list] || key === null) ownTemplates[list] = readIds(list)
})

export function toggleLiked(id: string): void {
  const others = latestIds('liked').filter((other) => other !== id)
  writeIds('liked', ownTemplates.liked.includes(id) ? others : [id, ...others])
}

/** Notes that the user has opened or used an item. */
export function rememberRecent(id: string): void {
  writeIds('recent', [id, ...latestIds('recent').filter((other) => other !== id)])
}

/** Deletes the recent items after a logout. Likes stay, because they belong to the device. */
export function forgetRecent(): void {
  writeIds('recent', [])
}

/**
 * The stored ids. Each change starts from them, because another tab may have changed them. Without storage, the ids in this tab's
 * memory.
 */
function latestIds(list: OwnListName): readonly string[] {
  return readLocal(STORAGE_KEYS[list]) === null ? ownTemplates[list] : readIds(list)
}

function readIds(list: OwnListName): readonly string[] {
  try {
    const parsed = idsSchema.safeParse(JSON.parse(readLocal(STORAGE_KEYS[list]) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

function writeIds(list: OwnListName, ids: readonly string[]): void {
  const storedIds = ids.slice(0, MOST_IDS[list])
  ownTemplates[list] = storedIds
  writeLocal(STORAGE_KEYS[list], JSON.stringify(storedIds))
}
