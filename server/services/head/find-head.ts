import type { Context } from '#server/services/context/context.ts'
import type { Template } from '#shared/api/templates.ts'
import type { ScreenHead } from '#shared/domain/screen-head.ts'
import type { PageHead } from './page-head.ts'
import { readTemplate, readTemplateByPath } from '#server/services/template/read-template.ts'
import { templatePath } from '#shared/domain/detail-path.ts'
import { itemDescription } from '#shared/domain/item-head.ts'
import { matchRoute } from '#shared/domain/route-patterns.ts'
import { ITEM_TITLE, NOT_FOUND_HEAD, SCREEN_HEADS } from '#shared/domain/screen-head.ts'
import { detailSegments } from '#shared/domain/viewer-address.ts'
import { viewerTarget } from '#shared/domain/viewer-target.ts'
import { SHARE_PICTURE } from './share-picture.ts'

export interface HeadContext extends Pick<Context, 'gallery'> {
  readonly text: (key: string, name?: string) => string
}

export interface FoundHead {
  readonly status: 200 | 404
  readonly head: PageHead
}

/** The screens behind whose path an item's slug or a creation's id stands. */
const ITEM_SCREENS: ReadonlySet<string> = new Set([
  'exploreDetail',
  'effectDetail',
  'startEndDetail',
  'templateDetail',
  'imageToVideoDetail',
  'videoDetail',
])

/** The head of an address, and whether there is anything. Of creations nothing is told, not even whether there is one. */
export async function findHead(ctx: HeadContext, path: string): Promise<FoundHead> {
  const screen = matchRoute(path)
  if (screen === undefined) return { status: 404, head: screenHead(ctx, NOT_FOUND_HEAD) }
  const ofScreen: FoundHead = { status: 200, head: screenHead(ctx, SCREEN_HEADS[screen]) }
  if (!ITEM_SCREENS.has(screen)) return ofScreen
  const target = viewerTarget(detailSegments(path))
  if (target.kind === 'creation') return ofScreen
  const template = await findTemplate(ctx, target.idOrSlug)
  if (template === undefined) return { status: 404, head: screenHead(ctx, NOT_FOUND_HEAD) }
  return { status: 200, head: itemHead(ctx, template) }
}

async function findTemplate(ctx: HeadContext, idOrSlug: string): Promise<Template | undefined> {
  const byPath = await readTemplateByPath({ ctx, input: { path: idOrSlug } })
  const found = byPath.ok ? byPath : await readTemplate({ ctx, input: { templateId: idOrSlug } })
  return found.ok ? found.value : undefined
}

function screenHead({ text }: HeadContext, { title, description, canonical }: ScreenHead): PageHead {
  return { title: text(title), description: text(description), canonical, picture: { ...SHARE_PICTURE, alt: text(SHARE_PICTURE.alt) } }
}

function itemHead({ text }: HeadContext, template: Template): PageHead {
  const { templateName, prompt, firstImageUrl, width, height } = template
  return {
    title: text(ITEM_TITLE, templateName),
    description: itemDescription(prompt),
    canonical: templatePath(template),
    picture: { path: firstImageUrl, width, height, alt: templateName },
  }
}
