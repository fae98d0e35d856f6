import type { Template } from '#shared/api/templates.ts'
import UFuzzy from '@leeoniya/ufuzzy'

/**
 * A query of at least this length that finds nothing is searched again: one wrong, missing, additional or swapped letter per
 * word is tolerated.
 */
const TOLERANT_FROM_LETTERS = 4
/** A search of up to this many words finds them in any order. */
const FREE_ORDER_WORDS = 4

/** Created at the first search, because the creation of both is slower than the opening of a gallery. */
let searchers: { readonly exact: UFuzzy; readonly tolerant: UFuzzy } | undefined

/**
 * Searches names, tags and prompts on this device, the best matches first. If nothing matches, typing errors in names and tags are
 * tolerated.
 */
export function createTemplateSearch(items: readonly Template[]): (query: string) => readonly Template[] {
  const searchTexts = UFuzzy.latinize(items.map(({ templateName, tags, prompt }) => [templateName, ...tags, prompt].join(' ')))
  const nameTexts = UFuzzy.latinize(items.map(({ templateName, tags }) => [templateName, ...tags].join(' ')))
  return (query) => {
    const needle = UFuzzy.latinize(query.trim())
    if (needle === '') return items
    searchers ??= { exact: new UFuzzy({ interLft: 1 }), tolerant: new UFuzzy({ intraMode: 1, interLft: 1 }) }
    const { exact, tolerant } = searchers
    const indexes = new Set([...search(exact, nameTexts, needle), ...search(exact, searchTexts, needle)])
    if (indexes.size === 0 && needle.length >= TOLERANT_FROM_LETTERS)
      for (const index of search(tolerant, nameTexts, needle)) indexes.add(index)
    return [...indexes].map((index) => items[index]).filter((item) => item !== undefined)
  }
}

function search(fuzzy: UFuzzy, haystack: string[], needle: string): readonly number[] {
  const [matches, info, order] = fuzzy.search(haystack, needle, FREE_ORDER_WORDS)
  if (matches === null) return []
  return info === null ? matches : order.map((index) => info.idx[index] ?? -1)
}
