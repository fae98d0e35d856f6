import type { Preferences } from './preferences.ts'

export type Theme = 'dark' | 'light'

/** Dark when unset or 'system'; a screen may force its own. */
export function themeOf(mode: Preferences['colorMode'], forcedTheme?: Theme): Theme {
  return forcedTheme ?? (mode === 'light' ? 'light' : 'dark')
}
