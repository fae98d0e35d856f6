import { useEffect } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { proxy } from '#src/lib/state.ts'

/** The name of the screen that is shown; `followSignals` makes the document's title of it. */
export const screenTitle = proxy({ name: '' })

export function useScreenTitle(key: string): void {
  const name = useText()(key)
  useEffect(() => {
    screenTitle.name = name
  }, [name])
}
