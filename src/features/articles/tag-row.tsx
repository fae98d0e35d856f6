import type { ReactElement } from 'react'
import { Link } from 'wouter'
import type { ArticleTag } from '#shared/api/articles.ts'
import { resourcePath, resourceSlug } from '#shared/domain/resource-path.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { useKitWords } from '#src/ui/kit-words.ts'
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
  const kitWords = useKitWords()
  const links = [
    { href: linkTo('resource'), slug: '', label: text('resource.all') },
    ...tags.map((tag) => ({ href: resourcePath(tag), slug: resourceSlug(tag), label: tag.tagTitle })),
  ]
  return (
    <nav className={styles['row']} aria-labelledby={NAME_ID}>
      <span id={NAME_ID} className="visually-hidden" lang={kitWords?.language}>
        {kitWords?.text('hotTag.title') ?? text('resource.topics')}
      </span>
      {links.map(({ href, slug, label }) => (
        <Link key={slug} href={href} className={styles['tag']} aria-current={slug === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
