import type { ReactElement } from 'react'
import { toggleTheme } from '#src/lib/color-mode.ts'
import { useText } from '#src/lib/i18n.ts'
import { preferences } from '#src/lib/preferences.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { themeOf } from '#src/lib/theme-of.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './user-menu-panel.module.css'

/** The other theme, from the menu. */
export function ThemeItem(): ReactElement {
  const text = useText()
  const isDark = themeOf(useSnapshot(preferences).colorMode) === 'dark'
  return (
    <button type="button" className={styles['item']} onClick={toggleTheme}>
      <Icon name={isDark ? 'sun' : 'moon'} />
      {text(isDark ? 'shell.light' : 'shell.dark')}
    </button>
  )
}
