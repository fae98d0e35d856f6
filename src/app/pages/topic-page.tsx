import { useDeferredValue } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import { type Topic, useArticleHead, useTopic } from '#src/content/articles/use-topic.ts'
import { itemDescription } from '#shared/domain/item-head.ts'
import { resourcePath } from '#shared/domain/detail-path.ts'
import { detailSegments } from '#shared/domain/viewer-address.ts'
import { ArticleScreen } from '#src/content/articles/article-screen.tsx'
import { ArticlesFailed, TopicLoading } from '#src/content/articles/article-states.tsx'
import { ArticlesScreen } from '#src/content/articles/articles-screen.tsx'
import { type Text, useText } from '#src/i18n/i18n.ts'
import type { ItemHead } from '#src/creations/shown-item.ts'
import { NotFoundPage } from './not-found-page.tsx'

export function TopicPage() {
  const text = useText()
  const [path] = useLocation()
  // Deferred, so that React renders the article in slices: a whole article at once would block the page.
  const topic = useDeferredValue(useTopic(detailSegments(path).join('/')))
  useArticleHead(headOf(topic, text))
  if (topic.phase === 'loading') return <TopicLoading />
  if (topic.phase === 'missing') return <NotFoundPage />
  if (topic.phase === 'failed') {
    return (
      <>
        <h1 className="visually-hidden">{text('resource.title')}</h1>
        <ArticlesFailed title={text('resource.failedOne')} problem={topic.problem} onRetry={topic.retry} />
      </>
    )
  }
  const { tagDetail, pageDetail, firstPage } = topic.result
  if (pageDetail !== null) return <ArticleScreen article={pageDetail} tags={topic.tags} firstPage={firstPage} />
  return <ArticlesScreen tag={tagDetail} />
}

/** The head of a topic, the same as the server writes. */
function headOf(topic: Topic, text: Text): ItemHead | null {
  if (topic.phase === 'missing') return { name: text('resource.missing'), description: text('head.notFound'), canonical: null }
  if (topic.phase !== 'found') return null
  const { tagDetail, pageDetail } = topic.result
  if (pageDetail !== null) {
    return { name: pageDetail.title, description: itemDescription(pageDetail.summary), canonical: resourcePath(pageDetail) }
  }
  if (tagDetail === null) return null
  return { name: tagDetail.tagTitle, description: text('head.tag', { name: tagDetail.tagTitle }), canonical: resourcePath(tagDetail) }
}
