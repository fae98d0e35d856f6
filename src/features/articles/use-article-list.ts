import type { ArticleList } from '#shared/api/articles.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import { ARTICLE_PAGE_SIZE } from '#shared/domain/article-rules.ts'
import { isPageRequestable, pageCount } from '#shared/domain/is-page-requestable.ts'
import { useScreenSearch } from '#src/lib/use-screen-search.ts'
import { listAnswers, listKey } from './article-answers.ts'
import { pageInAddress } from './page-in-address.ts'
import { useAnswer } from './use-answer.ts'

interface ShownList {
  /** Undefined while it is on its way. */
  readonly list: ArticleList | undefined
  readonly problem: AppErrorCode | null
  readonly page: number
  readonly pages: number
  readonly retry: () => void
}

const FIRST = 1

/** The page of a list that the address asks for. The first tells how many there are; another is asked for only where it can be. */
export function useArticleList(seoPath: string): ShownList {
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
