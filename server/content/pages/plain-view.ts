import type { HeadText } from '#server/static/static-files.ts'
import type { Context } from '#server/verbs/verb.ts'
import type { Template } from '#shared/api/templates.ts'
import { type RouteName, ROUTES, screenHead } from '#shared/domain/screens.ts'
import type { Operator, LegalBlock, LegalDocument } from '#shared/legal/legal-document.ts'
import { type Topic, ANSWER_FACTS, TOPICS, TOPIC_NAMES } from '#shared/domain/support-rules.ts'
import type { BizType } from '#shared/domain/task.ts'
import { mediaUrl } from '#server/media-store/media-name.ts'
import { TOOL_ROUTES, templatePath, resourcePath } from '#shared/domain/detail-path.ts'
import { privacyPolicy } from '#shared/legal/privacy-policy.ts'
import { termsOfService } from '#shared/legal/terms-of-service.ts'
import { QUESTIONS } from '#server/billing/plan-texts.ts'
import { escaped, lineHtml } from '#server/http/plain-page.ts'
import type { LoadedArticle } from '../articles/open-articles.ts'
import type { PageContent } from './find-page-content.ts'
import { type PageHead, SITE_NAME } from './page-head.ts'

/** The kinds of gallery items that each screen links to. */
const LINKED_KINDS: Partial<Record<RouteName, readonly BizType[]>> = {
  explore: ['CUSTOM', 'HEAD_TAIL'],
  effects: ['TEMPLATE'],
  imageToVideo: ['CUSTOM'],
  startEnd: ['HEAD_TAIL'],
  templates: ['TEMPLATE'],
}

interface ViewContext extends Pick<Context, 'gallery' | 'articles'> {
  readonly operator: Operator
}

/** The screens that every page links to. */
const NAV_SCREENS = ['imageToVideo', 'startEnd', 'templates', 'explore', 'effects', 'resource', 'pricing', 'support'] as const
const SITE_NAME_SUFFIX = / · Kinora$/
const MOST_RELATED = 6

/** The content of a page for browsers without scripts; empty for pages that are not indexed. Rule: docs/platform.md, "Heads". */
export function plainView(ctx: ViewContext, content: PageContent, head: PageHead, text: HeadText): string {
  if (head.canonical === null) return ''
  const navLinks = [linkHtml(ROUTES.landing, SITE_NAME), ...NAV_SCREENS.map((route) => screenLink(route, text))]
  return `<div class="plain"><nav>${navLinks.join(' ')}</nav><main>${bodyHtml(ctx, content, head, text)}</main></div>`
}

function bodyHtml(ctx: ViewContext, content: PageContent, head: PageHead, text: HeadText): string {
  const title = `<h1>${escaped(head.title.replace(SITE_NAME_SUFFIX, ''))}</h1>`
  const description = `<p>${escaped(head.description)}</p>`
  if (content.kind === 'article') return articleBody(ctx, content.article, title, text)
  if (content.kind === 'item') return title + itemBody(content.template, text)
  if (content.kind === 'tag') return title + description + articleList(ctx.articles.all.filter(({ tags }) => tags.includes(content.tag)))
  if (content.kind !== 'screen') return ''
  const { screen } = content
  if (screen === 'privacy') return title + legalHtml(privacyPolicy(ctx.operator))
  if (screen === 'terms') return title + legalHtml(termsOfService(ctx.operator))
  if (screen === 'support') return title + description + supportHtml(text)
  if (screen !== 'resource') return title + description + screenLists(ctx, screen)
  const tags = ctx.articles.tags.map((tag) => linkHtml(resourcePath(tag), tag.tagTitle)).join(' ')
  return `${title}${description}<nav>${tags}</nav>${articleList(ctx.articles.all)}`
}

function articleBody({ articles }: ViewContext, article: LoadedArticle, title: string, text: HeadText): string {
  const { tags, summary, publishedAt, cover, html } = article
  const day = new Date(publishedAt).toISOString().slice(0, 10)
  const relatedArticles = articles.all
    .filter((other) => other !== article && other.tags.some((tag) => tags.includes(tag)))
    .slice(0, MOST_RELATED)
  const picture = cover === null ? '' : imageHtml(mediaUrl(cover.pictures[0].name), cover.pictures[0], article.title)
  return [
    `<nav>${screenLink('resource', text)} ${tags.map((tag) => linkHtml(resourcePath(tag), tag.tagTitle)).join(' ')}</nav>`,
    `<article>${title}<p>${escaped(summary)}</p><p><time datetime="${day}">${day}</time></p>${picture}${html}</article>`,
    articleList(relatedArticles),
  ].join('')
}

function itemBody(template: Template, text: HeadText): string {
  const { firstImageUrl, prompt, templateName, bizType } = template
  return `${imageHtml(firstImageUrl, template, templateName)}<p>${escaped(prompt)}</p><p>${screenLink(TOOL_ROUTES[bizType], text)}</p>`
}

function articleList(articles: readonly LoadedArticle[]): string {
  const rows = articles.map((article) => `<li>${linkHtml(resourcePath(article), article.title)}<p>${escaped(article.summary)}</p></li>`)
  return `<ul>${rows.join('')}</ul>`
}

function screenLink(route: RouteName, text: HeadText): string {
  return linkHtml(ROUTES[route], text(screenHead(route).title).replace(SITE_NAME_SUFFIX, ''))
}

function linkHtml(path: string, text: string): string {
  return `<a href="${escaped(path)}">${escaped(text)}</a>`
}

function imageHtml(src: string, { width, height }: { readonly width: number; readonly height: number }, alt: string): string {
  return `<img src="${escaped(src)}" width="${width}" height="${height}" alt="${escaped(alt)}" />`
}

function supportHtml(text: HeadText): string {
  const entryHtml = (key: string) => `<dt>${escaped(text(key))}</dt><dd>${lineHtml(text(`${key}.answer`, ANSWER_FACTS))}</dd>`
  const topicHtml = (topic: Topic) => TOPICS[topic].map((question) => entryHtml(`support.${topic}.${question}`)).join('')
  return TOPIC_NAMES.map(
    (topic) => `<section><h2>${escaped(text(`support.topic.${topic}`))}</h2><dl>${topicHtml(topic)}</dl></section>`,
  ).join('')
}

/** The list of a screen: its items or questions. */
function screenLists({ gallery }: Pick<Context, 'gallery'>, screen: RouteName): string {
  if (screen === 'pricing') {
    return `<dl>${QUESTIONS.map(({ question, answer }) => `<dt>${escaped(question)}</dt><dd>${escaped(answer)}</dd>`).join('')}</dl>`
  }
  const kinds = LINKED_KINDS[screen]
  if (kinds === undefined) return ''
  const rows = gallery.items
    .filter(({ bizType }) => kinds.includes(bizType))
    .map(({ id, bizType, name, seoPath, prompt }) => {
      const path = templatePath({ id, bizType, templateSeoPath: seoPath, templateEnName: name })
      return `<li><a href="${escaped(path)}">${escaped(name)}</a><p>${escaped(prompt)}</p></li>`
    })
  return `<ul>${rows.join('')}</ul>`
}

export function legalHtml({ changedOn, short, sections }: LegalDocument): string {
  const parts = sections.map(
    ({ id, title, blocks }) => `<section id="${escaped(id)}"><h2>${escaped(title)}</h2>${blocks.map(blockHtml).join('')}</section>`,
  )
  return `<p><time datetime="${changedOn}">${changedOn}</time></p>${listHtml(short)}${parts.join('')}`
}

function blockHtml(block: LegalBlock): string {
  if (typeof block === 'string') return `<p>${lineHtml(block)}</p>`
  if ('points' in block) return listHtml(block.points)
  return `<dl>${block.rows.map(([name, fact]) => `<dt>${escaped(name)}</dt><dd>${lineHtml(fact)}</dd>`).join('')}</dl>`
}

function listHtml(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${lineHtml(line)}</li>`).join('')}</ul>`
}
