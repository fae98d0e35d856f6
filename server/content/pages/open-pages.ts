import type { Context } from '#server/verbs/verb.ts'
import { type StaticFile, type StaticFiles, headTexts } from '#server/static/static-files.ts'
import { type FirstView, createPreloads, createFirstViews, createShellPages } from '#server/static/first-views.ts'
import { type Preload, headHtml, headOf, type PageHead, SITE_NAME } from './page-head.ts'
import { splitLocale } from '#shared/domain/locale-prefix.ts'
import { matchRoute, ROUTES } from '#shared/domain/screens.ts'
import { findPageContent, type PageContent } from './find-page-content.ts'
import { createFirstPicture } from './first-picture.ts'
import { plainView } from './plain-view.ts'
import { escaped } from '#server/http/plain-page.ts'
import { QUESTIONS } from '#server/billing/plan-texts.ts'

/** Placeholders of the build for the first picture, and for a gallery's first tiles. */
const PLACEHOLDER = /\/%(picture|srcset)%|\/?%(src|srcset|width|height)-(\d)%/g

export interface PageVisitor {
  /** Whether the visitor has been here before. The stored data of such a visitor may change the first view. */
  readonly isKnown: boolean
  /** Whether the device asks to save data. */
  readonly savesData: boolean
}

/** The page of an address: the shell with its head and, for a first visit, the prerendered screen. */
export type PageOf = (path: string, visitor: PageVisitor) => Promise<{ readonly status: 200 | 404; readonly file: StaticFile }>

interface PagesOptions extends Pick<Context, 'gallery' | 'articles' | 'nowMs' | 'config'> {
  readonly files: StaticFiles
  /** The public origin of the app. */
  readonly origin: string
}

/**
 * The pages of a build; undefined without a build. Without the build's texts, the shell stays unchanged.
 * Rule: docs/platform.md, "Heads".
 */
export function openPages({ files, origin, gallery, articles, nowMs, config: { operator } }: PagesOptions): PageOf | undefined {
  const { shell } = files
  if (shell === undefined) return undefined
  const text = headTexts(files)
  if (text === undefined) return async (path) => ({ status: matchRoute(path) === undefined ? 404 : 200, file: shell })
  const pageOf = createShellPages(shell)
  const [preloadsOf, viewOf] = [createPreloads(files), createFirstViews(files)]
  const pictureOf = createFirstPicture({ gallery, articles, nowMs })
  return async (path, { isKnown, savesData }) => {
    const content = await findPageContent({ gallery, articles }, path)
    const head = headOf(content, text)
    const picture = await pictureOf(content, head.canonical, savesData)
    const route = matchRoute(path)
    const canPrerender = !isKnown && content.kind !== 'nothing' && splitLocale(path).prefix === ''
    const isTag = content.kind === 'tag'
    const view = canPrerender ? viewWithPicture(viewOf(route, isTag), picture) : undefined
    const preloads = preloadsOf(route, isTag).filter((file) => view?.styles.includes(file) !== true)
    const textView = view?.isWhole !== true ? plainView({ gallery, articles, operator }, content, head, text) : ''
    const html = headHtml(head, origin, { picture, files: preloads }, structuredData(content, head, origin))
    return { status: content.kind === 'nothing' ? 404 : 200, file: pageOf(html, view, textView) }
  }
}

/** A prerendered screen with its pictures; undefined if a picture is missing, because the page would begin with a gap. */
export function viewWithPicture(view: FirstView | undefined, picture: Preload | undefined): FirstView | undefined {
  if (view === undefined) return undefined
  let isWhole = true
  const html = view.html.replace(
    PLACEHOLDER,
    (_, name: 'picture' | 'srcset', fact: 'src' | 'srcset' | 'width' | 'height', tileIndex: string) => {
      const pictureFact = name === 'picture' ? picture?.src : picture?.sources?.srcset
      const value = name === undefined ? picture?.tiles?.[Number(tileIndex)]?.[fact] : pictureFact
      isWhole &&= value !== undefined
      return escaped(String(value ?? ''))
    },
  )
  return isWhole ? { ...view, html } : undefined
}

type Data = Readonly<Record<string, unknown>>

const CONTEXT = 'https://schema.org'
const LANGUAGE = 'en'

/** Structured data for search engines, in schema.org terms. Rule: docs/platform.md, "Heads". */
export function structuredData(content: PageContent, head: PageHead, origin: string): readonly Data[] {
  if (head.canonical === null) return []
  const urlOf = (path: string) => new URL(path, origin).href
  const url = urlOf(head.canonical)
  const publisher = { '@type': 'Organization', name: SITE_NAME, url: urlOf('/'), logo: urlOf('/icons/icon-512.png') }
  const data = (type: string, facts: Data): Data => ({ '@context': CONTEXT, '@type': type, ...facts })
  if (content.kind === 'item') {
    const { templateName, prompt, width, height, firstImageUrl, tags } = content.template
    const image = { '@type': 'ImageObject', contentUrl: urlOf(firstImageUrl), width, height }
    // The data has no VideoObject: search engines require its upload date, which is unknown.
    return [
      data('CreativeWork', {
        name: templateName,
        description: prompt,
        url,
        image,
        keywords: tags,
        creator: publisher,
        inLanguage: LANGUAGE,
      }),
    ]
  }
  if (content.kind === 'article') {
    const { title, summary, publishedAt, tags } = content.article
    const datePublished = new Date(publishedAt).toISOString()
    return [
      data('Article', {
        headline: title,
        description: summary,
        image: urlOf(head.picture.path),
        datePublished,
        mainEntityOfPage: url,
        author: publisher,
        publisher,
        keywords: tags.map(({ tagTitle }) => tagTitle),
        inLanguage: LANGUAGE,
      }),
      data('BreadcrumbList', { itemListElement: crumbs([SITE_NAME, urlOf('/')], ['Articles', urlOf(ROUTES.resource)], [title, url]) }),
    ]
  }
  if (content.kind !== 'screen') return []
  if (head.canonical === ROUTES.landing) {
    const facts = { name: SITE_NAME, url, description: head.description, inLanguage: LANGUAGE }
    const offers = { '@type': 'Offer', price: '0', priceCurrency: 'USD' }
    return [
      data('WebSite', { ...facts, publisher }),
      data('SoftwareApplication', { ...facts, applicationCategory: 'MultimediaApplication', operatingSystem: 'Any', offers }),
    ]
  }
  if (content.screen !== 'pricing') return []
  const mainEntity = QUESTIONS.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [data('FAQPage', { mainEntity })]
}

function crumbs(...steps: readonly (readonly [name: string, item: string])[]): readonly Data[] {
  return steps.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item }))
}
