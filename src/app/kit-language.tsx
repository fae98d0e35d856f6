import { useEffect } from 'react'
import { useChosenText } from '#src/lib/component-locale.ts'
import { setKitWords } from '#src/ui/kit-words.ts'

/** Has the kit's parts speak the language that somebody has chosen for components. */
export function KitLanguage(): null {
  const chosen = useChosenText()
  useEffect(() => setKitWords(chosen))
  return null
}
