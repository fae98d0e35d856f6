import { Link } from '#src/routing/routes.ts'
import { useText } from '#src/i18n/i18n.ts'
import { buttonClass } from '#src/design/button-class.ts'
import styles from './pager.module.css'

interface PagerProps {
  readonly path: string
  readonly page: number
  readonly pages: number
}

/** Links to the other pages of a list; the current page has no link. Renders nothing for a single page. */
export function Pager({ path, page, pages }: PagerProps) {
  const text = useText()
  if (pages < 2) return null
  const renderStep = (targetPage: number, label: string) => (
    <Link href={pageAddress(path, targetPage)} className={buttonClass('quiet')} onClick={scrollToTop}>
      {label}
    </Link>
  )
  return (
    <nav className={styles['pager']} aria-label={text('resource.pages')}>
      <span className={styles['side']}>{page > 1 && renderStep(page - 1, text('resource.previous'))}</span>
      <ol className={styles['pages']}>
        {linkedPages(page, pages).map((linkedPage) => (
          <li key={linkedPage}>
            {linkedPage === page ? (
              <span className={styles['page']} aria-current="page" aria-label={text('resource.page', { page: linkedPage })}>
                {linkedPage}
              </span>
            ) : (
              <Link
                href={pageAddress(path, linkedPage)}
                className={styles['page']}
                aria-label={text('resource.page', { page: linkedPage })}
                onClick={scrollToTop}
              >
                {linkedPage}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <span className={styles['side']}>{page < pages && renderStep(page + 1, text('resource.next'))}</span>
    </nav>
  )
}

/** The maximum number of pages that have a link. */
const LINKED_PAGES = 60

/** The pages that have a link: all pages, or the pages around the current one. */
function linkedPages(page: number, pages: number): readonly number[] {
  const length = Math.min(pages, LINKED_PAGES)
  const firstLinkedPage = Math.max(1, Math.min(page - LINKED_PAGES / 2, pages - length + 1))
  return Array.from({ length }, (_, index) => firstLinkedPage + index)
}

function scrollToTop(): void {
  scrollTo({ top: 0 })
}

const PAGE_NUMBER = /^[1-9]\d{0,5}$/

/** The page number in an address; 1 if it is invalid. */
export function pageInAddress(search: string): number {
  const page = new URLSearchParams(search).get('page') ?? ''
  return PAGE_NUMBER.test(page) ? Number(page) : 1
}

/** The address of a page of a list. The first page has no parameter. */
export function pageAddress(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}
