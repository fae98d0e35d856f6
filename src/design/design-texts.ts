import { useSyncExternalStore } from 'react'

/** What the kit's own parts say in another language than the product. */
export interface DesignTexts {
  /** For `lang` of the element that says it. */
  readonly language: string
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string
}

const followers = new Set<() => void>()
let words: DesignTexts | null = null

/** Gives the kit another language; null gives it back that of the product. */
export function setDesignTexts(next: DesignTexts | null): void {
  if (next === words) return
  words = next
  for (const follow of followers) follow()
}

/** The other language of the kit's parts; null where they speak that of the product. */
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
