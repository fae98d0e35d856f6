import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { z } from 'zod'

const FILES: ReadonlyMap<string, string> = new Map([['lucide', '@iconify-json/lucide/icons.json']])

const iconSetSchema = z.object({
  prefix: z.string(),
  width: z.number(),
  height: z.number(),
  icons: z.record(z.string(), z.looseObject({ body: z.string() })),
  aliases: z.record(z.string(), z.looseObject({ parent: z.string() })).default({}),
})
/** Icons by name. An alias refers to another icon of its set. */
export type IconSet = z.infer<typeof iconSetSchema>

/** The installed icon sets, by prefix. */
export interface IconSets {
  /** Read on first use, then cached. */
  find(prefix: string): Promise<IconSet | undefined>
}

export function openIconSets(): IconSets {
  const sets = new Map<string, Promise<IconSet>>()
  return {
    async find(prefix) {
      const file = FILES.get(prefix)
      if (file === undefined) return undefined
      const set = sets.get(prefix) ?? readSet(file)
      sets.set(prefix, set)
      return set.catch((error: unknown) => {
        sets.delete(prefix)
        throw error
      })
    },
  }
}

async function readSet(file: string): Promise<IconSet> {
  const place = createRequire(import.meta.url).resolve(file)
  return iconSetSchema.parse(JSON.parse(await readFile(place, 'utf8')))
}
