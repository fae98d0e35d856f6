import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { resourcePath, resourceSlug } from '#shared/domain/resource-path.ts'
import { useText } from '#src/lib/i18n.ts'
import { ALL, hotAnswers } from './article-answers.ts'
import styles from './hot-articles.module.css'
import { useAnswer } from './use-answer.ts'

/** What people should read first; nothing where it can't be had, because the lists have it too. */
export function HotArticles(): ReactElement | null {
  const text = useText()
  const articles = useAnswer(hotAnswers, ALL).value?.data ?? []
  if (articles.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="hot-articles">
      <h2 id="hot-articles" className={styles['title']}>
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
