import type { Hono } from 'hono'
import { type Env, matchesTag, replyFailure } from '#server/http/reply.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { ICON_FRESH_SECONDS, ICON_PATH, ICON_URL_MAX_LENGTH } from '#shared/domain/icon-rules.ts'
import { type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { isIconPart } from '#shared/api/icon-name.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { z } from 'zod'

const ICON_FILE = '.json'
const CACHING = { 'cache-control': `public, max-age=${ICON_FRESH_SECONDS}`, 'content-type': 'application/json' }

/**
 * Serves icons by name: `/api/icons/lucide.json?icons=sun,moon`. The icon component sends these requests, so they have no signature, and
 * the answer is the component's format without `statusCode` and `data`.
 */
export function mountIcons(app: Hono<Env>, iconSets: IconSets): void {
  app.get(`${ICON_PATH}:file`, async (c) => {
    const file = c.req.param('file')
    if (!file.endsWith(ICON_FILE)) return replyFailure(c, { code: 'H4001' })
    const input = { prefix: file.slice(0, -ICON_FILE.length), icons: c.req.query('icons') ?? '' }
    const answer = await findIcons({ ctx: { iconSets }, input })
    if (!answer.ok) return replyFailure(c, answer.error)
    const body = JSON.stringify(answer.value)
    const headers = { ...CACHING, etag: `"${sha256(body)}"` }
    return matchesTag(c.req.header('if-none-match'), headers.etag) ? c.body(null, 304, headers) : c.body(body, 200, headers)
  })
}

/** Finds icons without authentication, because they are public. H4001 for an unknown set, H3000 for invalid or too many names. */
async function findIcons({
  ctx,
  input,
}: {
  ctx: { readonly iconSets: IconSets }
  input: { readonly prefix: string; readonly icons: string }
}): Promise<Answer<IconAnswer>> {
  const set = await ctx.iconSets.find(input.prefix)
  if (set === undefined) return refuse('H4001')
  const address = `${ICON_PATH}${input.prefix}.json?icons=${input.icons}`
  const names = [...new Set(input.icons.split(','))]
  if (address.length > ICON_URL_MAX_LENGTH || !names.every(isIconPart)) return refuse('H3000', ['icons'])
  return ok(pickIcons(set, names))
}

/** The found icons of a set, and the requested names that the set does not have, in the icon component's format. */
interface IconAnswer extends IconSet {
  readonly not_found: readonly string[]
}

/** The icons with these names. For a name that is an alias, also the aliases and the icon that it leads to. */
export function pickIcons(set: IconSet, names: readonly string[]): IconAnswer {
  const chains = names.map((name) => chainOf(set, name))
  const neededNames = new Set(chains.flat())
  return {
    ...set,
    icons: pickNames(set.icons, neededNames),
    aliases: pickNames(set.aliases, neededNames),
    not_found: names.filter((_, index) => chains[index]?.length === 0),
  }
}

/** A name and the names in its alias chain; empty if the chain does not end at an icon. */
function chainOf(set: IconSet, name: string, visitedNames: readonly string[] = []): readonly string[] {
  if (Object.hasOwn(set.icons, name)) return [...visitedNames, name]
  const parent = Object.hasOwn(set.aliases, name) ? set.aliases[name]?.parent : undefined
  return parent === undefined || visitedNames.includes(name) ? [] : chainOf(set, parent, [...visitedNames, name])
}

function pickNames<T>(entries: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => names.has(name)))
}

const iconSetSchema = z.object({
  prefix: z.string(),
  width: z.number(),
  height: z.number(),
  icons: z.record(z.string(), z.looseObject({ body: z.string() })),
  aliases: z.record(z.string(), z.looseObject({ parent: z.string() })).default({}),
})
/** Icons by name. An alias refers to another icon of its set. */
type IconSet = z.infer<typeof iconSetSchema>

/** The installed icon sets, by prefix. */
interface IconSets {
  /** Finds an icon set, which is loaded on first use and then cached. */
  find(prefix: string): Promise<IconSet | undefined>
}

const SET_FILES: ReadonlyMap<string, string> = new Map([['lucide', '@iconify-json/lucide/icons.json']])

export function openIconSets(): IconSets {
  const sets = new Map<string, Promise<IconSet>>()
  return {
    async find(prefix) {
      const file = SET_FILES.get(prefix)
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
  const filePath = createRequire(import.meta.url).resolve(file)
  return iconSetSchema.parse(JSON.parse(await readFile(filePath, 'utf8')))
}
