import type { ReactElement } from 'react'
import type { ArticleList, ArticleTag } from '#shared/api/articles.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import { resourcePath, resourceSlug } from '#shared/domain/resource-path.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { StateNote } from '#src/ui/state-note.tsx'
import { ARTICLE_PAGE_SIZE } from '#shared/domain/article-rules.ts'
import { isPageRequestable, pageCount } from '#shared/domain/is-page-requestable.ts'
import { useScreenSearch } from '#src/lib/use-screen-search.ts'
import { ALL, listAnswers, listKey, tagAnswers } from './article-answers.ts'
import { ArticleGrid, ArticleGridSkeleton } from './article-grid.tsx'
import { ArticlesFailed } from './articles-failed.tsx'
import styles from './articles-screen.module.css'
import { HotArticles } from './hot-articles.tsx'
import { Pager } from './pager.tsx'
import { TagRow } from './tag-row.tsx'
import { useAnswer } from './use-answer.ts'
import { pageInAddress } from './page-in-address.ts'

const FIRST = 1

/** All articles, or those of a tag. */
export function ArticlesScreen({ tag = null }: { readonly tag?: ArticleTag | null }): ReactElement {
  const text = useText()
  const slug = tag === null ? '' : resourceSlug(tag)
  const tags = useAnswer(tagAnswers, ALL).value?.data ?? []
  const { list, problem, page, pages, retry } = useArticleList(slug)
  return (
    <div className={styles['screen']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{tag?.tagTitle ?? text('resource.title')}</h1>
        <p className={styles['lead']}>{tag === null ? text('resource.lead') : text('resource.tagLead', { tag: tag.tagTitle })}</p>
      </header>
      <TagRow tags={tags} current={slug} />
      <section className={styles['part']} aria-labelledby="articles-list">
        <h2 id="articles-list" className="visually-hidden">
          {text('resource.list', { page, pages })}
        </h2>
        {list !== undefined && list.data.length > 0 && <ArticleGrid articles={list.data} />}
        {list?.data.length === 0 && <StateNote icon="search" title={text('resource.empty')} hint={text('resource.emptyHint')} />}
        {list === undefined && problem === null && <ArticleGridSkeleton />}
        {list === undefined && problem !== null && <ArticlesFailed title={text('resource.failed')} problem={problem} onRetry={retry} />}
        {list !== undefined && <Pager path={tag === null ? linkTo('resource') : resourcePath(tag)} page={page} pages={pages} />}
      </section>
      {tag === null && list !== undefined && <HotArticles />}
    </div>
  )
}

interface ShownList {
  /** Undefined while it is on its way. */
  readonly list: ArticleList | undefined
  readonly problem: AppErrorCode | null
  readonly page: number
  readonly pages: number
  readonly retry: () => void
}

/** The page of a list that the address asks for. The first tells how many there are; another is asked for only where it can be. */
function useArticleList(seoPath: string): ShownList {
  const wanted = pageInAddress(useScreenSearch())
  const first = useAnswer(listAnswers, listKey(seoPath, FIRST))
  const totalSize = first.value?.totalSize ?? 0
  const page = isPageRequestable(wanted, FIRST, totalSize, ARTICLE_PAGE_SIZE) ? wanted : FIRST
  const other = useAnswer(listAnswers, page === FIRST ? null : listKey(seoPath, page))
  const { value: list, problem } = page === FIRST ? first : other
  return {
    list,
    problem,
    page,
    pages: pageCount(totalSize, ARTICLE_PAGE_SIZE),
    retry: () => void listAnswers.need(listKey(seoPath, page)),
  }
}
