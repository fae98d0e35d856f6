import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { MAX_KEPT_ARTICLE_ANSWERS } from '#shared/domain/article-rules.ts'
import { isArticleAnswer } from './gallery-request.ts'
import { atMost, keep, tellNews } from './keep-plugins.ts'
import { mayKeepAnswer } from './may-keep.ts'

const ANSWERS = 'article-answers'

/**
 * Keeps lists of articles and each article that was read. What is kept is shown at once; the server is asked behind it, and open pages
 * are told what it has that is new. Rule: docs/rules.md, "Offline articles".
 */
export function keepArticles(): void {
  const plugins = [keep(mayKeepAnswer), atMost(MAX_KEPT_ARTICLE_ANSWERS), tellNews()]
  registerRoute(({ url, sameOrigin }) => sameOrigin && isArticleAnswer(url), new StaleWhileRevalidate({ cacheName: ANSWERS, plugins }))
}
