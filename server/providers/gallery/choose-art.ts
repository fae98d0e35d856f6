import type { Art } from './read-art.ts'

/** What it costs to show a picture once more, in places of an item's list of wishes. */
const REPEAT_COST = 1.5

/** Gives the pictures of one item after the other, one for each list of wishes and all of them different. */
export type ArtChoice = (wishes: readonly (readonly string[])[]) => readonly Art[]

/** Gives pictures out by slug or tag, the first wish first, without showing one picture all the time. Fewer where there are not enough. */
export function createArtChoice(arts: readonly Art[]): ArtChoice {
  const shown = new Map<string, number>()
  const choose = (wishes: readonly string[], taken: readonly Art[]) => {
    const left = arts.filter((art) => !taken.includes(art))
    const costs = left.map((art) => ({ art, cost: rankOf(art, wishes) + REPEAT_COST * (shown.get(art.slug) ?? 0) }))
    const least = Math.min(...costs.map(({ cost }) => cost))
    const chosen = costs.find(({ cost }) => cost === least)?.art
    if (chosen !== undefined) shown.set(chosen.slug, (shown.get(chosen.slug) ?? 0) + 1)
    return chosen === undefined ? taken : [...taken, chosen]
  }
  return (lists) => lists.reduce<readonly Art[]>((taken, wishes) => choose(wishes, taken), [])
}

function rankOf({ slug, tags }: Art, wishes: readonly string[]): number {
  const rank = wishes.findIndex((wish) => wish === slug || tags.includes(wish))
  return rank < 0 ? wishes.length + 1 : rank
}
