import { useSyncExternalStore } from 'react'

/** Texts of the components in a language other than the product's. */
export interface DesignTexts {
  /** For `lang` of the elements with these texts. */
  readonly language: string
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string
}

const followers = new Set<() => void>()
let words: DesignTexts | null = null

/** Sets the components' language; null resets it to the product's. */
export function setDesignTexts(next: DesignTexts | null): void {
  if (next === words) return
  words = next
  for (const follow of followers) follow()
}

/** Texts in the components' own language; null if it is the product's. */
export function useDesignTexts(): DesignTexts | null {
  return useSyncExternalStore(follow, current, current)
}

function current(): DesignTexts | null {
  return words
}

function follow(onChange: () => void): () => void {
  followers.add(onChange)
  return () => followers.delete(onChange)
}
