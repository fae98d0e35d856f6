import type { Context } from '#server/services/context/context.ts'
import type { Preload } from './page-head.ts'
import { listTemplates } from '#server/services/template/list-templates.ts'
import { MAX_TEMPLATE_PAGE } from '#shared/api/templates.ts'
import { LANDING_PICTURE_SIZES, landingItem } from '#shared/domain/landing-item.ts'
import { posterSources } from '#shared/domain/poster-sources.ts'

/** Videos are added now and then; looking for each of them costs a look at the disk. */
const FRESH_MS = 60_000

/** The picture the landing shows first, looked for once a minute. */
export function createLandingPreload({ gallery, nowMs }: Pick<Context, 'gallery' | 'nowMs'>): () => Promise<Preload | undefined> {
  let kept: { readonly untilMs: number; readonly preload: Promise<Preload | undefined> } | undefined
  return () => {
    if (kept === undefined || kept.untilMs < nowMs()) kept = { untilMs: nowMs() + FRESH_MS, preload: find({ gallery }) }
    return kept.preload
  }
}

async function find(ctx: Pick<Context, 'gallery'>): Promise<Preload | undefined> {
  const listed = await listTemplates('explore')({ ctx, input: { curPage: 1, pageSize: MAX_TEMPLATE_PAGE } })
  const item = listed.ok ? landingItem(listed.value.data) : undefined
  return item === undefined ? undefined : { src: item.firstImageUrl, srcset: posterSources(item), sizes: LANDING_PICTURE_SIZES }
}
