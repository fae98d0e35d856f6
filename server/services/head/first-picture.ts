import type { Context } from '#server/services/context/context.ts'
import type { Preload } from './page-head.ts'
import { listTemplates } from '#server/services/template/list-templates.ts'
import { MAX_TEMPLATE_PAGE } from '#shared/api/templates.ts'
import { LANDING_PICTURE_SIZES, landingItem } from '#shared/domain/landing-item.ts'
import { MODE_PICTURE_SIZES, modeItems } from '#shared/domain/mode-items.ts'
import { posterSources } from '#shared/domain/poster-sources.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'

type Ctx = Pick<Context, 'gallery'>
type Item = Parameters<typeof posterSources>[0]

/** Videos are added now and then; looking for each of them costs a look at the disk. */
const FRESH_MS = 60_000

const FIND: Readonly<Record<string, (ctx: Ctx) => Promise<Preload | undefined>>> = {
  async [ROUTES.landing](ctx) {
    return preloadOf(landingItem(await listOf('explore', ctx)), LANDING_PICTURE_SIZES)
  },
  async [ROUTES.home](ctx) {
    return preloadOf(modeItems(await listOf('hot', ctx)).CUSTOM[0], MODE_PICTURE_SIZES)
  },
}

/** The picture that a page shows first, by the page's one address; looked for once a minute. */
export function createFirstPicture({ gallery, nowMs }: Pick<Context, 'gallery' | 'nowMs'>) {
  const kept = new Map<string, { readonly untilMs: number; readonly preload: Promise<Preload | undefined> }>()
  return async (address: string | null): Promise<Preload | undefined> => {
    const find = FIND[address ?? '']
    if (address === null || find === undefined) return undefined
    const known = kept.get(address)
    if (known !== undefined && known.untilMs >= nowMs()) return known.preload
    const preload = find({ gallery })
    kept.set(address, { untilMs: nowMs() + FRESH_MS, preload })
    return preload
  }
}

async function listOf(shelf: 'explore' | 'hot', ctx: Ctx) {
  const listed = await listTemplates(shelf)({ ctx, input: { curPage: 1, pageSize: MAX_TEMPLATE_PAGE } })
  return listed.ok ? listed.value.data : []
}

function preloadOf(item: Item | undefined, sizes: string): Preload | undefined {
  return item === undefined ? undefined : { src: item.firstImageUrl, srcset: posterSources(item), sizes }
}
