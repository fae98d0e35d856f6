import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { ArticleTag } from '#shared/api/articles.ts'
import { resourcePath, resourceSlug } from '#shared/domain/resource-path.ts'
import { useComponentText } from '#src/lib/component-locale.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import styles from './tag-row.module.css'

const NAME_ID = 'topics'

interface TagRowProps {
  readonly tags: readonly ArticleTag[]
  /** Slug of the tag that is shown; '' for all articles. */
  readonly current: string
}

/** What articles are about; its place is kept while the tags are on their way. */
export function TagRow({ tags, current }: TagRowProps): ReactElement {
  const text = useText()
  const component = useComponentText()
  const heading = component.text('hotTag.title')
  const links = [
    { href: linkTo('resource'), slug: '', label: text('resource.all') },
    ...tags.map((tag) => ({ href: resourcePath(tag), slug: resourceSlug(tag), label: tag.tagTitle })),
  ]
  return (
    <nav aria-labelledby={NAME_ID}>
      <h2 id={NAME_ID} className={styles['heading']}>
        {heading === '' ? (
          text('resource.topics')
        ) : (
          <span lang={component.language} dir={component.direction}>
            {heading}
          </span>
        )}
      </h2>
      <div className={styles['row']}>
        {links.map(({ href, slug, label }) => (
          <Link key={slug} href={href} className={styles['tag']} aria-current={slug === current ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
