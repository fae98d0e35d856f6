import type { Articles, SeedArticle } from '#server/providers/articles/open-articles.ts'
import type { ArticleTag } from '#shared/api/articles.ts'
import { resourceSlug } from '#shared/domain/resource-path.ts'

/** The tag at an address below `/resource`, in any case of letters. */
export function findTag({ tags }: Articles, seoPath: string): ArticleTag | undefined {
  return tags.find((tag) => resourceSlug(tag) === seoPath.toLowerCase())
}

/** The article at an address below `/resource`, in any case of letters. */
export function findArticle({ all }: Articles, seoPath: string): SeedArticle | undefined {
  return all.find((article) => resourceSlug(article) === seoPath.toLowerCase())
}
