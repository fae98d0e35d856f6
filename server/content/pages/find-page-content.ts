import type { LoadedArticle } from '../articles/open-articles.ts'
import type { Context } from '#server/verbs/verb.ts'
import type { ArticleTag } from '#shared/api/articles.ts'
import type { Template } from '#shared/api/templates.ts'
import { findArticle, findTag } from '../articles/articles.ts'
import { readTemplate, readTemplateByPath } from '#server/gallery/templates.ts'
import { type RouteName, matchRoute } from '#shared/domain/screens.ts'
import { detailSegments, viewerTarget } from '#shared/domain/viewer-address.ts'

/** The content of a page. Creations are private: their pages describe the screen, and do not reveal whether a creation exists. */
export type PageContent =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'screen'; readonly screen: RouteName }
  | { readonly kind: 'item'; readonly template: Template }
  | { readonly kind: 'article'; readonly article: LoadedArticle }
  | { readonly kind: 'tag'; readonly tag: ArticleTag }

type PageContentDeps = Pick<Context, 'gallery' | 'articles'>

const NOTHING = { kind: 'nothing' } as const

/** Screens whose path ends with an item's slug or a creation's id. */
const ITEM_SCREENS: ReadonlySet<RouteName> = new Set([
  'exploreDetail',
  'effectDetail',
  'startEndDetail',
  'templateDetail',
  'imageToVideoDetail',
  'videoDetail',
])

/** Whether a screen belongs to the operator console. Visitors who are not operators get a 404 for such a screen. */
export function isConsole(screen: RouteName | undefined): boolean {
  return screen === 'operator' || screen === 'operatorPart'
}

export async function findPageContent(ctx: PageContentDeps, path: string): Promise<PageContent> {
  const screen = matchRoute(path)
  if (screen === undefined || isConsole(screen)) return NOTHING
  if (screen === 'resourceDetail') return findResource(ctx, detailSegments(path).join('/'))
  if (!ITEM_SCREENS.has(screen)) return { kind: 'screen', screen }
  const target = viewerTarget(detailSegments(path))
  if (target.kind === 'creation') return { kind: 'screen', screen }
  const template = await findTemplate(ctx, target.idOrSlug)
  return template === undefined ? NOTHING : { kind: 'item', template }
}

function findResource({ articles }: PageContentDeps, slug: string): PageContent {
  const tag = findTag(articles, slug)
  if (tag !== undefined) return { kind: 'tag', tag }
  const article = findArticle(articles, slug)
  return article === undefined ? NOTHING : { kind: 'article', article }
}

async function findTemplate(ctx: PageContentDeps, idOrSlug: string): Promise<Template | undefined> {
  const answerByPath = await readTemplateByPath({ ctx, input: { path: idOrSlug } })
  const answer = answerByPath.ok ? answerByPath : await readTemplate({ ctx, input: { templateId: idOrSlug } })
  return answer.ok ? answer.value : undefined
}
