import { useEffect } from 'react'
import { useChosenText } from '#src/i18n/component-locale.ts'
import { setDesignTexts } from '#src/design/design-texts.ts'

/** Sets the language of the design components to the language that the user has chosen for them. */
export function DesignLanguage(): null {
  const chosenText = useChosenText()
  useEffect(() => setDesignTexts(chosenText))
  return null
}
