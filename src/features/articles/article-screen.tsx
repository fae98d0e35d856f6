import type { ReactElement } from 'react'
import type { ArticleTag } from '#shared/api/articles.ts'
import type { TopicResult, WholeArticle } from './topic-result.ts'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { ARTICLE_PICTURE_SIZES } from '#shared/domain/article-rules.ts'
import { resourcePath } from '#shared/domain/resource-path.ts'
import { useText } from '#src/lib/i18n.ts'
import { lazyPart } from '#src/lib/lazy-part.ts'
import { linkTo } from '#src/lib/routes.ts'
import { ArticleCover } from './article-cover.tsx'
import { ArticleFacts } from './article-facts.tsx'
import styles from './article-screen.module.css'
import { RelatedArticles } from './related-articles.tsx'
import { TextSkeleton } from './text-skeleton.tsx'
import { TryIt } from './try-it.tsx'

const ArticleText = lazyPart<{ readonly html: string }>([], async () => (await import('./article-text.tsx')).ArticleText)

interface ArticleScreenProps {
  readonly article: WholeArticle
  readonly tags: readonly ArticleTag[]
  readonly firstPage: TopicResult['firstPage']
}

export function ArticleScreen({ article, tags, firstPage }: ArticleScreenProps): ReactElement {
  const text = useText()
  const labels = article.articleLabels.flatMap((label) => tags.find(({ tagTitle }) => tagTitle === label) ?? [])
  return (
    <div className={styles['screen']}>
      <article className={styles['article']}>
        <header className={styles['head']}>
          <nav className={styles['ways']} aria-label={text('resource.path')}>
            <Link href={linkTo('resource')} className={styles['way']}>
              {text('resource.title')}
            </Link>
            {labels.map((tag) => (
              <Link key={tag.tagTitle} href={resourcePath(tag)} className={styles['way']}>
                {tag.tagTitle}
              </Link>
            ))}
          </nav>
          <h1 className={styles['title']}>{article.title}</h1>
          <p className={styles['summary']}>{article.summary}</p>
          <ArticleFacts {...article} />
        </header>
        <div className={styles['cover']}>
          <ArticleCover cover={article.cover} sizes={ARTICLE_PICTURE_SIZES} isFirst />
        </div>
        <Suspense fallback={<TextSkeleton />}>
          <ArticleText html={article.articleContent} />
          <TryIt />
        </Suspense>
      </article>
      <RelatedArticles article={article} labels={labels} firstPage={firstPage} />
    </div>
  )
}
