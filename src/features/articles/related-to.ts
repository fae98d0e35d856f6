import type { ArticleCard } from '#shared/api/articles.ts'
import { resourceSlug } from '#shared/domain/resource-path.ts'

/** The others of a list, each once, in its order. */
export function relatedTo(article: ArticleCard, list: readonly ArticleCard[]): readonly ArticleCard[] {
  const others = new Map(list.map((other) => [resourceSlug(other), other]))
  others.delete(resourceSlug(article))
  return [...others.values()]
}
