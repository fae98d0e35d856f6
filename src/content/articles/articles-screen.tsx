import { Link, linkTo, useScreenSearch } from '#src/routing/routes.ts'
import headings from '#src/design/headings.module.css'
import type { ArticleList, ArticleTag } from '#shared/api/articles.ts'
import type { AppErrorCode } from '#shared/result.ts'
import { resourcePath, resourceSlug } from '#shared/domain/detail-path.ts'
import { useText } from '#src/i18n/i18n.ts'
import { StateNote } from '#src/design/state-note.tsx'
import { ARTICLE_PAGE_SIZE, pageCount, shownPage } from '#shared/domain/article-rules.ts'
import { useComponentText } from '#src/i18n/component-locale.ts'
import styles from './articles-screen.module.css'
import { ONLY_QUERY, listAnswers, listKey, tagAnswers, useAnswer, hotAnswers } from './article-answers.ts'
import { ArticleGrid, ArticleGridSkeleton } from './article-grid.tsx'
import { ArticlesFailed } from './article-states.tsx'
import { Pager, pageInAddress } from './pager.tsx'

const FIRST_PAGE = 1

/** The list of all articles, or of the articles with a tag. */
export function ArticlesScreen({ tag = null }: { readonly tag?: ArticleTag | null }) {
  const text = useText()
  const slug = tag === null ? '' : resourceSlug(tag)
  const tags = useAnswer(tagAnswers, ONLY_QUERY).value?.data ?? []
  const { list, problem, page, pages, retry } = useArticleList(slug)
  return (
    <div className={styles['screen']}>
      <header className={styles['head']}>
        <h1 className={headings['page']}>{tag?.tagTitle ?? text('resource.title')}</h1>
        <p className={styles['lead']}>{tag === null ? text('resource.lead') : text('resource.tagLead', { tag: tag.tagTitle })}</p>
      </header>
      <TagRow tags={tags} currentSlug={slug} />
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
  readonly list: ArticleList | undefined
  readonly problem: AppErrorCode | null
  readonly page: number
  readonly pages: number
  readonly retry: () => void
}

/**
 * The articles of the page that the address names. The first page returns the number of pages, so another page is loaded only if it
 * exists.
 */
function useArticleList(seoPath: string): ShownList {
  const wantedPage = pageInAddress(useScreenSearch())
  const firstPageAnswer = useAnswer(listAnswers, listKey(seoPath, FIRST_PAGE))
  const totalSize = firstPageAnswer.value?.totalSize ?? 0
  const page = shownPage(wantedPage, totalSize, ARTICLE_PAGE_SIZE)
  const otherPageAnswer = useAnswer(listAnswers, page === FIRST_PAGE ? null : listKey(seoPath, page))
  const { value: list, problem } = page === FIRST_PAGE ? firstPageAnswer : otherPageAnswer
  return {
    list,
    problem,
    page,
    pages: pageCount(totalSize, ARTICLE_PAGE_SIZE),
    retry: () => void listAnswers.need(listKey(seoPath, page)),
  }
}

/** The featured articles. They are hidden if they can't be loaded, because the lists contain them too. */
function HotArticles() {
  const text = useText()
  const articles = useAnswer(hotAnswers, ONLY_QUERY).value?.data ?? []
  if (articles.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="hot-articles">
      <h2 id="hot-articles" className={headings['section']}>
        {text('resource.hot')}
      </h2>
      <ol className={styles['list']}>
        {articles.map((article) => (
          <li key={resourceSlug(article)} className={styles['entry']}>
            <Link href={resourcePath(article)} className={styles['link']}>
              {article.title}
              <span className={styles['facts']}>{text('resource.minutes', { count: article.readMinutes })}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

const HEADING_ID = 'topics'

interface TagRowProps {
  readonly tags: readonly ArticleTag[]
  /** The slug of the current tag; '' for all articles. */
  readonly currentSlug: string
}

/** Links to the tags. Their space is reserved while they load. */
function TagRow({ tags, currentSlug }: TagRowProps) {
  const text = useText()
  const componentTexts = useComponentText()
  const heading = componentTexts.text('hotTag.title')
  const links = [
    { href: linkTo('resource'), slug: '', label: text('resource.all') },
    ...tags.map((tag) => ({ href: resourcePath(tag), slug: resourceSlug(tag), label: tag.tagTitle })),
  ]
  return (
    <nav aria-labelledby={HEADING_ID}>
      <h2 id={HEADING_ID} className={styles['heading']}>
        {heading === '' ? (
          text('resource.topics')
        ) : (
          <span lang={componentTexts.language} dir={componentTexts.direction}>
            {heading}
          </span>
        )}
      </h2>
      <div className={styles['row']}>
        {links.map(({ href, slug, label }) => (
          <Link key={slug} href={href} className={styles['tag']} aria-current={slug === currentSlug ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}

export function ResourcePage() {
  return <ArticlesScreen />
}
