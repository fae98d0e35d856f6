import type { Art } from './read-art.ts'

/** What it costs to show a picture once more, in places of an item's list of wishes. */
const REPEAT_COST = 0.5
/** What it costs, at most, to show a picture again while its last showing may still be on the screen, and how many pictures that is. */
const NEAR_COST = 6
const NEAR_PICTURES = 24

/** How much better a picture is that an item asks for by name, before all others, than one that shows the same thing. */
const NAMED_GAIN = 3

/** Gives the pictures of one item after the other, one for each list of wishes and all of them different. */
export type ArtChoice = (wishes: readonly (readonly string[])[]) => readonly Art[]

/** Gives pictures out by slug or tag, the first wish first, without showing one picture all the time or twice within a screenful. Fewer where there are not enough. */
export function createArtChoice(arts: readonly Art[]): ArtChoice {
  const shown = new Map<string, number>()
  const lastShown = new Map<string, number>()
  let place = 0
  const nearCost = ({ slug }: Art) => NEAR_COST * Math.max(0, 1 - (place - (lastShown.get(slug) ?? -Infinity)) / NEAR_PICTURES) ** 2
  const choose = (wishes: readonly string[], taken: readonly Art[]) => {
    const left = arts.filter((art) => !taken.includes(art))
    const costs = left.map((art) => ({ art, cost: rankOf(art, wishes) + REPEAT_COST * (shown.get(art.slug) ?? 0) + nearCost(art) }))
    const least = Math.min(...costs.map(({ cost }) => cost))
    const chosen = costs.find(({ cost }) => cost === least)?.art
    if (chosen === undefined) return taken
    shown.set(chosen.slug, (shown.get(chosen.slug) ?? 0) + 1)
    lastShown.set(chosen.slug, place++)
    return [...taken, chosen]
  }
  return (lists) => lists.reduce<readonly Art[]>((taken, wishes) => choose(wishes, taken), [])
}

function rankOf({ slug, tags }: Art, wishes: readonly string[]): number {
  if (wishes[0] === slug) return -NAMED_GAIN
  const rank = wishes.findIndex((wish) => wish === slug || tags.includes(wish))
  return rank < 0 ? wishes.length + 1 : rank
}
