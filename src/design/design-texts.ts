import { useSyncExternalStore } from 'react'

/** The texts of the design components in another language than the product's. */
export interface DesignTexts {
  /** The value of `lang` for elements with these texts. */
  readonly language: string
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string
}

const followers = new Set<() => void>()
let designTexts: DesignTexts | null = null

/** Sets the language of the design components; null means the product's language. */
export function setDesignTexts(newTexts: DesignTexts | null): void {
  if (newTexts === designTexts) return
  designTexts = newTexts
  for (const notify of followers) notify()
}

/** The texts in the design components' own language; null if that is the product's language. */
export function useDesignTexts(): DesignTexts | null {
  return useSyncExternalStore(followDesignTexts, currentTexts, currentTexts)
}

function currentTexts(): DesignTexts | null {
  return designTexts
}

function followDesignTexts(onChange: () => void): () => void {
  followers.add(onChange)
  return () => followers.delete(onChange)
}
