import { type Preferences, preferences, setPreference } from '../store/preferences.ts'
import { subscribe } from '../store/state.ts'

let forced: Theme | undefined

export function toggleTheme(): void {
  setPreference('colorMode', themeOf(preferences.colorMode) === 'dark' ? 'light' : 'dark')
}

/** Applies the current screen's theme and the dark backdrop of the payment results. */
export function applyScreenTheme(theme: Theme | undefined, hasDeepBackdrop: boolean): void {
  forced = theme
  document.documentElement.toggleAttribute('data-deep', hasDeepBackdrop)
  applyTheme()
}

export function followTheme(): void {
  applyTheme()
  subscribe(preferences, applyTheme)
}

function applyTheme(): void {
  const root = document.documentElement
  const theme = themeOf(preferences.colorMode, forced)
  // A transition of every colour would last longer than the theme change itself.
  root.toggleAttribute('data-still', root.dataset['theme'] !== theme)
  root.dataset['theme'] = theme
  requestAnimationFrame(() => setTimeout(applyThemeColour))
}

/**
 * Sets the browser's theme colour to the page's background after the paint, because reading it earlier would force a
 * style recalculation.
 */
function applyThemeColour(): void {
  const root = document.documentElement
  root.removeAttribute('data-still')
  const ground = getComputedStyle(root).getPropertyValue('--ground').trim()
  if (ground !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
}

export type Theme = 'dark' | 'light'

/** Dark when unset or 'system'; a screen may force its own. */
export function themeOf(mode: Preferences['colorMode'], forcedTheme?: Theme): Theme {
  return forcedTheme ?? (mode === 'light' ? 'light' : 'dark')
}
