import { useSyncExternalStore } from 'react'

/** The texts of the design components in another language than the product's. */
export interface DesignTexts {
  /** The value of `lang` for elements with these texts. */
  readonly language: string
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string
}

const followers = new Set<() => void>()
let words: DesignTexts | null = null

/** Sets the language of the design components; null means the product's language. */
export function setDesignTexts(next: DesignTexts | null): void {
  if (next === words) return
  words = next
  for (const follow of followers) follow()
}

/** The texts in the design components' own language; null if that is the product's language. */
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
