import { z } from 'zod/mini'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, writeLocal } from '#src/store/local-values.ts'
import { proxy } from '#src/store/state.ts'

/** The storage keys of the user's likes and recent items. They are stored in this browser only, without a login. */
const KEYS = { liked: LOCAL_KEYS.likedTemplates, recent: LOCAL_KEYS.recentTemplates } as const
const MOST = { liked: 500, recent: 24 } as const
type List = keyof typeof KEYS

const idsSchema = z.array(z.string().check(z.minLength(1), z.maxLength(64)))

/** The ids of the items, newest choice first. */
export const ownTemplates = proxy<Record<List, readonly string[]>>({ liked: read('liked'), recent: read('recent') })

addEventListener('storage', ({ key }) => {
  for (const list of ['liked', 'recent'] as const) if (key === KEYS[list] || key === null) ownTemplates[list] = read(list)
})

export function turnLiked(id: string): void {
  const others = latest('liked').filter((other) => other !== id)
  write('liked', ownTemplates.liked.includes(id) ? others : [id, ...others])
}

/** Notes that the user has opened or used an item. */
export function rememberRecent(id: string): void {
  write('recent', [id, ...latest('recent').filter((other) => other !== id)])
}

/** Deletes the recent items after a logout. Likes stay, because they belong to the device. */
export function forgetRecent(): void {
  write('recent', [])
}

/**
 * The stored list, from which each change starts, because another tab may have written since. Without storage, the list of this
 * tab.
 */
function latest(list: List): readonly string[] {
  return readLocal(KEYS[list]) === null ? ownTemplates[list] : read(list)
}

function read(list: List): readonly string[] {
  try {
    const parsed = idsSchema.safeParse(JSON.parse(readLocal(KEYS[list]) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

function write(list: List, ids: readonly string[]): void {
  const stored = ids.slice(0, MOST[list])
  ownTemplates[list] = stored
  writeLocal(KEYS[list], JSON.stringify(stored))
}
