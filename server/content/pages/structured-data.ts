import type { PageHead } from './page-head.ts'
import type { Subject } from './find-subject.ts'
import { QUESTIONS } from '#server/billing/catalogue/plan-texts.ts'
import { ROUTES } from '#shared/domain/screens.ts'

const SITE_NAME = 'Kinora'
const CONTEXT = 'https://schema.org'
const LANGUAGE = 'en'

type Data = Readonly<Record<string, unknown>>

/** Structured data for search engines, in schema.org terms. Rule: docs/platform.md, "Heads". */
export function structuredData(subject: Subject, head: PageHead, origin: string): readonly Data[] {
  if (head.canonical === null) return []
  const at = (path: string) => new URL(path, origin).href
  const url = at(head.canonical)
  const publisher = { '@type': 'Organization', name: SITE_NAME, url: at('/'), logo: at('/icons/icon-512.png') }
  const data = (type: string, facts: Data): Data => ({ '@context': CONTEXT, '@type': type, ...facts })
  if (subject.kind === 'item') {
    const { templateName, prompt, width, height, firstImageUrl, tags } = subject.template
    const image = { '@type': 'ImageObject', contentUrl: at(firstImageUrl), width, height }
    // The upload date of videos is unknown, and search engines require one.
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
  if (subject.kind === 'article') {
    const { title, summary, publishedAt, tags } = subject.article
    const datePublished = new Date(publishedAt).toISOString()
    return [
      data('Article', {
        headline: title,
        description: summary,
        image: at(head.picture.path),
        datePublished,
        mainEntityOfPage: url,
        author: publisher,
        publisher,
        keywords: tags.map(({ tagTitle }) => tagTitle),
        inLanguage: LANGUAGE,
      }),
      data('BreadcrumbList', { itemListElement: crumbs([SITE_NAME, at('/')], ['Articles', at(ROUTES.resource)], [title, url]) }),
    ]
  }
  if (subject.kind !== 'screen') return []
  if (head.canonical === ROUTES.landing) {
    const facts = { name: SITE_NAME, url, description: head.description, inLanguage: LANGUAGE }
    const offers = { '@type': 'Offer', price: '0', priceCurrency: 'USD' }
    return [
      data('WebSite', { ...facts, publisher }),
      data('SoftwareApplication', { ...facts, applicationCategory: 'MultimediaApplication', operatingSystem: 'Any', offers }),
    ]
  }
  if (subject.screen !== 'pricing') return []
  const mainEntity = QUESTIONS.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }))
  return [data('FAQPage', { mainEntity })]
}

function crumbs(...steps: readonly (readonly [name: string, item: string])[]): readonly Data[] {
  return steps.map(([name, item], place) => ({ '@type': 'ListItem', position: place + 1, name, item }))
}
