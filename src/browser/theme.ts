import { type Preferences, preferences, setPreference } from '../store/preferences.ts'
import { subscribe } from '../store/state.ts'

let screenTheme: Theme | undefined

export function toggleTheme(): void {
  setPreference('colorMode', themeOf(preferences.colorMode) === 'dark' ? 'light' : 'dark')
}

/** Applies the theme of the current screen, and the dark backdrop of the payment results. */
export function applyScreenTheme(theme: Theme | undefined, hasDeepBackdrop: boolean): void {
  screenTheme = theme
  document.documentElement.toggleAttribute('data-deep', hasDeepBackdrop)
  applyTheme()
}

export function followTheme(): void {
  applyTheme()
  subscribe(preferences, applyTheme)
}

function applyTheme(): void {
  const root = document.documentElement
  const theme = themeOf(preferences.colorMode, screenTheme)
  // All transitions are off until the paint after the change. Otherwise every element would animate its colours.
  root.toggleAttribute('data-still', root.dataset['theme'] !== theme)
  root.dataset['theme'] = theme
  requestAnimationFrame(() => setTimeout(applyThemeColour))
}

/**
 * Turns transitions on again, and sets the browser's theme colour to the page's background colour. It runs after the paint, because reading
 * the colour earlier would force a style recalculation.
 */
function applyThemeColour(): void {
  const root = document.documentElement
  root.removeAttribute('data-still')
  const groundColour = getComputedStyle(root).getPropertyValue('--ground').trim()
  if (groundColour !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', groundColour)
}

export type Theme = 'dark' | 'light'

/** The theme to show: the one that the screen forces, else light if the user has chosen it, else dark. */
export function themeOf(mode: Preferences['colorMode'], forcedTheme?: Theme): Theme {
  return forcedTheme ?? (mode === 'light' ? 'light' : 'dark')
}
