import { useEffect } from 'react'
import { useChosenText } from '#src/platform/component-locale.ts'
import { setDesignTexts } from '#src/design/design-texts.ts'

/** Has the components speak the language that somebody has chosen for components. */
export function DesignLanguage(): null {
  const chosen = useChosenText()
  useEffect(() => setDesignTexts(chosen))
  return null
}
