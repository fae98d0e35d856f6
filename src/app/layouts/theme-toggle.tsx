import type { ReactElement } from 'react'
import { toggleTheme } from '#src/lib/color-mode.ts'
import { useText } from '#src/lib/i18n.ts'
import { preferences } from '#src/lib/preferences.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { themeOf } from '#src/lib/theme-of.ts'
import { iconButtonClass } from '#src/ui/icon-button-class.ts'
import { ShellIcon } from '#src/ui/shell-icon.tsx'

export function ThemeToggle(): ReactElement {
  const text = useText()
  const isDark = themeOf(useSnapshot(preferences).colorMode) === 'dark'
  const label = text(isDark ? 'theme.toLight' : 'theme.toDark')
  return (
    <button type="button" className={iconButtonClass} aria-label={label} title={label} onClick={toggleTheme}>
      <ShellIcon name={isDark ? 'sun' : 'moon'} />
    </button>
  )
}
