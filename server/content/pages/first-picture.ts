import type { Context } from '#server/verbs/verb.ts'
import type { PageContent } from './find-page-content.ts'
import type { Preload } from './page-head.ts'
import { listArticles, toCard } from '../articles/articles.ts'
import { listTemplates } from '#server/gallery/templates.ts'
import { type Template, MAX_TEMPLATE_PAGE } from '#shared/api/templates.ts'
import { ARTICLE_COVER_SIZES, ARTICLE_PAGE_SIZE, ARTICLE_PICTURE_SIZES } from '#shared/domain/article-rules.ts'
import { PRELOADED_TILES, GALLERY_PICTURE_SIZES } from '#shared/domain/gallery-rules.ts'
import { LANDING_PICTURE_SIZES, landingItem, MODE_PICTURE_SIZES, modeItems } from '#shared/domain/home-items.ts'
import { posterSources, smallestPoster } from '#shared/domain/poster-sources.ts'
import { ROUTES } from '#shared/domain/screens.ts'

type PictureContext = Pick<Context, 'gallery' | 'articles'>
type Item = Parameters<typeof posterSources>[0]

/**
 * How long the first picture of a screen is cached, in ms: each lookup costs a disk access, but the gallery gets videos while the server
 * runs.
 */
const FRESH_MS = 60_000

interface FirstPicture {
  readonly item: Item
  readonly sizes: string
  readonly tiles?: readonly Template[]
}

const PICTURE_FINDERS: Readonly<Record<string, (ctx: PictureContext) => Promise<FirstPicture | undefined>>> = {
  async [ROUTES.landing](ctx) {
    return pictureOf(landingItem(await readList('explore', ctx)), LANDING_PICTURE_SIZES)
  },
  async [ROUTES.home](ctx) {
    return pictureOf(modeItems(await readList('hot', ctx)).CUSTOM[0], MODE_PICTURE_SIZES)
  },
  async [ROUTES.explore](ctx) {
    return galleryPicture(await readList('explore', ctx))
  },
  async [ROUTES.effects](ctx) {
    return galleryPicture(await readList('effects', ctx))
  },
  async [ROUTES.resource](ctx) {
    const answer = await listArticles({ ctx, input: { curPage: 1, pageSize: ARTICLE_PAGE_SIZE } })
    return pictureOf(answer.ok ? answer.value.data[0]?.cover : undefined, ARTICLE_COVER_SIZES)
  },
}

/** Returns a function that finds the first picture of a page, by its content and canonical address. Pictures of screens are cached. */
export function createFirstPicture({ gallery, articles, nowMs }: Pick<Context, 'gallery' | 'articles' | 'nowMs'>) {
  const cachedPictures = new Map<string, { readonly untilMs: number; readonly picture: Promise<FirstPicture | undefined> }>()

  function findPicture(address: string | null): Promise<FirstPicture | undefined> | undefined {
    const findFirst = PICTURE_FINDERS[address ?? '']
    if (address === null || findFirst === undefined) return undefined
    const cachedEntry = cachedPictures.get(address)
    if (cachedEntry !== undefined && cachedEntry.untilMs >= nowMs()) return cachedEntry.picture
    const picture = findFirst({ gallery, articles })
    cachedPictures.set(address, { untilMs: nowMs() + FRESH_MS, picture })
    return picture
  }

  return async (content: PageContent, address: string | null, savesData: boolean): Promise<Preload | undefined> => {
    // The page of an item shows the uncropped picture, so it needs no other size.
    if (content.kind === 'item') return { src: content.template.firstImageUrl }
    const picture = topicPicture(content, articles) ?? (await findPicture(address))
    if (picture === undefined) return undefined
    const { item, sizes, tiles = [] } = picture
    const srcset = savesData ? smallestPoster : posterSources
    return { src: item.firstImageUrl, sources: { srcset: srcset(item), sizes }, tiles: tiles.map((tile) => tileOf(tile, srcset(tile))) }
  }
}

async function readList(list: 'explore' | 'effects' | 'hot', ctx: PictureContext) {
  const answer = await listTemplates(list)({ ctx, input: { curPage: 1, pageSize: MAX_TEMPLATE_PAGE } })
  return answer.ok ? answer.value.data : []
}

function galleryPicture(items: readonly Template[]): FirstPicture | undefined {
  const [item] = items
  return item === undefined ? undefined : { item, sizes: GALLERY_PICTURE_SIZES, tiles: items.slice(0, PRELOADED_TILES) }
}

function tileOf(tile: Template, srcset: string) {
  return { src: tile.firstImageUrl, srcset, width: tile.width, height: tile.height }
}

function topicPicture(content: PageContent, { all }: Context['articles']): FirstPicture | undefined {
  if (content.kind === 'article') return pictureOf(toCard(content.article).cover, ARTICLE_PICTURE_SIZES)
  if (content.kind !== 'tag') return undefined
  const newestArticle = all.find(({ tags }) => tags.includes(content.tag))
  return newestArticle === undefined ? undefined : pictureOf(toCard(newestArticle).cover, ARTICLE_COVER_SIZES)
}

function pictureOf(item: Item | null | undefined, sizes: string): FirstPicture | undefined {
  return item === null || item === undefined ? undefined : { item, sizes }
}
