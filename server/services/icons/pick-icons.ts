import type { IconSet } from '#server/providers/icons/open-icon-sets.ts'

/** A part of a set in the words that the icon component reads. */
export interface IconAnswer extends IconSet {
  readonly not_found: readonly string[]
}

/** The icons of these names, with those that they are aliases of. */
export function pickIcons(set: IconSet, names: readonly string[]): IconAnswer {
  const chains = names.map((name) => chainOf(set, name))
  const wanted = new Set(chains.flat())
  return {
    ...set,
    icons: only(set.icons, wanted),
    aliases: only(set.aliases, wanted),
    not_found: names.filter((_, place) => chains[place]?.length === 0),
  }
}

/** A name and what it is an alias of; nothing where no drawing stands at the end. */
function chainOf(set: IconSet, name: string, before: readonly string[] = []): readonly string[] {
  if (Object.hasOwn(set.icons, name)) return [...before, name]
  const parent = Object.hasOwn(set.aliases, name) ? set.aliases[name]?.parent : undefined
  return parent === undefined || before.includes(name) ? [] : chainOf(set, parent, [...before, name])
}

function only<T>(all: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
}
