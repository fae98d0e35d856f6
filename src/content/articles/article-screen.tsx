import { Suspense } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import type { ArticleTag, ArticleCard, ArticleList } from '#shared/api/articles.ts'
import { ARTICLE_PICTURE_SIZES } from '#shared/domain/article-rules.ts'
import { resourcePath, resourceSlug } from '#shared/domain/detail-path.ts'
import { useText } from '#src/i18n/i18n.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { buttonClass } from '#src/design/button-class.ts'
import styles from './article-screen.module.css'
import type { TopicResult, WholeArticle } from './topic-result.ts'
import { ArticleCover, ArticleFacts, ArticleGrid } from './article-grid.tsx'
import { TextSkeleton } from './article-states.tsx'
import { listAnswers, listKey, useAnswer } from './article-answers.ts'

const ArticleText = lazyPart<{ readonly html: string }>([], async () => (await import('./article-text.tsx')).ArticleText)

interface ArticleScreenProps {
  readonly article: WholeArticle
  readonly tags: readonly ArticleTag[]
  readonly firstPage: TopicResult['firstPage']
}

export function ArticleScreen({ article, tags, firstPage }: ArticleScreenProps) {
  const text = useText()
  const articleTags = article.articleLabels.flatMap((label) => tags.find(({ tagTitle }) => tagTitle === label) ?? [])
  return (
    <div className={styles['screen']}>
      <article className={styles['article']}>
        <header className={styles['head']}>
          <nav className={styles['ways']} aria-label={text('resource.path')}>
            <Link href={linkTo('resource')} className={styles['way']}>
              {text('resource.title')}
            </Link>
            {articleTags.map((tag) => (
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
      <RelatedArticles article={article} articleTags={articleTags} firstPage={firstPage} />
    </div>
  )
}

function TryIt() {
  const text = useText()
  return (
    <section className={styles['tryIt']} aria-labelledby="try-it">
      <h2 id="try-it" className={styles['tryItTitle']}>
        {text('resource.tryTitle')}
      </h2>
      <p className={styles['hint']}>{text('resource.tryHint')}</p>
      <div className={styles['tryItWays']}>
        <Link href={linkTo('imageToVideo')} className={buttonClass('primary')}>
          {text('resource.tryPhoto')}
        </Link>
        <Link href={linkTo('explore')} className={buttonClass('quiet')}>
          {text('resource.tryIdeas')}
        </Link>
      </div>
    </section>
  )
}

const MAX_RELATED_ARTICLES = 3

interface RelatedArticlesProps {
  readonly article: ArticleCard
  readonly articleTags: readonly ArticleTag[]
  /** The first page of the articles with the article's first tag. */
  readonly firstPage: ArticleList | null
}

/** Related articles: articles with the first tag of this article and, if these are few, articles with its second tag. */
function RelatedArticles({ article, articleTags: [, secondTag], firstPage }: RelatedArticlesProps) {
  const text = useText()
  const sameTagArticles = relatedTo(article, firstPage?.data ?? [])
  const hasEnough = firstPage === null || sameTagArticles.length >= MAX_RELATED_ARTICLES
  const secondTagAnswer = useAnswer(listAnswers, hasEnough || secondTag === undefined ? null : listKey(resourceSlug(secondTag), 1))
  const relatedArticles = relatedTo(article, [...sameTagArticles, ...(secondTagAnswer.value?.data ?? [])]).slice(0, MAX_RELATED_ARTICLES)
  const isWaiting = !hasEnough && secondTag !== undefined && secondTagAnswer.value === undefined && secondTagAnswer.problem === null
  if (relatedArticles.length === 0 || isWaiting) return null
  return (
    <section className={styles['section']} aria-labelledby="related-articles">
      <h2 id="related-articles" className={styles['relatedArticlesTitle']}>
        {text('resource.related')}
      </h2>
      <ArticleGrid articles={relatedArticles} />
    </section>
  )
}

/** The articles of a list without this article, each once. */
function relatedTo(article: ArticleCard, list: readonly ArticleCard[]): readonly ArticleCard[] {
  const othersBySlug = new Map(list.map((other) => [resourceSlug(other), other]))
  othersBySlug.delete(resourceSlug(article))
  return [...othersBySlug.values()]
}
