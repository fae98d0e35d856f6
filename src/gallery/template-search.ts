import type { Template } from '#shared/api/templates.ts'
import UFuzzy from '@leeoniya/ufuzzy'

/**
 * A query of at least this length that finds nothing is searched again: one wrong, missing, doubled or swapped letter per word is
 * tolerated.
 */
const FORGIVEN_FROM_LETTERS = 4
/** A search of up to this many words finds them in any order. */
const FREE_ORDER_WORDS = 4

/** Created at the first search, because its creation is slower than opening a gallery. */
let fuzzies: { readonly exact: UFuzzy; readonly forgiving: UFuzzy } | undefined

/**
 * Searches names, tags and prompts on this device, the best matches first. If nothing matches, typing errors in names and tags are
 * tolerated.
 */
export function createTemplateSearch(items: readonly Template[]): (query: string) => readonly Template[] {
  const haystack = UFuzzy.latinize(items.map(({ templateName, tags, prompt }) => [templateName, ...tags, prompt].join(' ')))
  const names = UFuzzy.latinize(items.map(({ templateName, tags }) => [templateName, ...tags].join(' ')))
  return (query) => {
    const needle = UFuzzy.latinize(query.trim())
    if (needle === '') return items
    fuzzies ??= { exact: new UFuzzy({ interLft: 1 }), forgiving: new UFuzzy({ intraMode: 1, interLft: 1 }) }
    const { exact, forgiving } = fuzzies
    const indexes = new Set([...search(exact, names, needle), ...search(exact, haystack, needle)])
    if (indexes.size === 0 && needle.length >= FORGIVEN_FROM_LETTERS)
      for (const index of search(forgiving, names, needle)) indexes.add(index)
    return [...indexes].map((index) => items[index]).filter((item) => item !== undefined)
  }
}

function search(fuzzy: UFuzzy, haystack: string[], needle: string): readonly number[] {
  const [found, info, order] = fuzzy.search(haystack, needle, FREE_ORDER_WORDS)
  if (found === null) return []
  return info === null ? found : order.map((index) => info.idx[index] ?? -1)
}
