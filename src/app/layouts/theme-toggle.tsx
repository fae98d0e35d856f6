import type { ReactElement } from 'react'
import { toggleTheme } from '#src/lib/color-mode.ts'
import { useText } from '#src/lib/i18n.ts'
import { preferences } from '#src/lib/preferences.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { themeOf } from '#src/lib/theme-of.ts'
import { IconButton } from '#src/ui/icon-button.tsx'

export function ThemeToggle(): ReactElement {
  const text = useText()
  const isDark = themeOf(useSnapshot(preferences).colorMode) === 'dark'
  return <IconButton icon={isDark ? 'sun' : 'moon'} label={text(isDark ? 'theme.toLight' : 'theme.toDark')} onClick={toggleTheme} />
}
