import type { Preferences } from './preferences.ts'
import { preferences, setPreference } from './preferences.ts'
import { subscribe } from './state.ts'

export type Theme = 'dark' | 'light'

let forced: Theme | undefined

/** Dark when unset or 'system'; a screen may force its own. */
export function themeOf(mode: Preferences['colorMode'], forcedTheme?: Theme): Theme {
  return forcedTheme ?? (mode === 'light' ? 'light' : 'dark')
}

export function toggleTheme(): void {
  setPreference('colorMode', themeOf(preferences.colorMode) === 'dark' ? 'light' : 'dark')
}

/** What the current screen asks for: its theme, and the deep dark backdrop of the payment results. */
export function applyScreenLook(theme: Theme | undefined, hasDeepBackdrop: boolean): void {
  forced = theme
  document.documentElement.toggleAttribute('data-deep', hasDeepBackdrop)
  applyTheme()
}

export function followTheme(): void {
  applyTheme()
  subscribe(preferences, applyTheme)
}

function applyTheme(): void {
  document.documentElement.dataset['theme'] = themeOf(preferences.colorMode, forced)
}
