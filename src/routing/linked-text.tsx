import { Link } from './routes.ts'
import { splitLinks } from '#shared/domain/split-links.ts'

export function LinkedText({ text }: { readonly text: string }) {
  const pieces = splitLinks(text)
  return (
    <>
      {pieces.map(({ text: words, href }) => {
        if (href === undefined) return words
        return href.startsWith('/') ? (
          <Link key={href + words} href={href}>
            {words}
          </Link>
        ) : (
          <a key={href + words} href={href}>
            {words}
          </a>
        )
      })}
    </>
  )
}
