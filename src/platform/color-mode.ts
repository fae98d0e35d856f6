import { type Preferences, preferences, setPreference } from './preferences.ts'
import { subscribe } from './state.ts'

let forced: Theme | undefined

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
  const root = document.documentElement
  const theme = themeOf(preferences.colorMode, forced)
  // Colours that fade one by one cost the press that changes them more than the change itself.
  root.toggleAttribute('data-still', root.dataset['theme'] !== theme)
  root.dataset['theme'] = theme
  requestAnimationFrame(() => setTimeout(settle))
}

/** What the browser draws around the page has the page's own ground; to ask for it before the paint would hold that up. */
function settle(): void {
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
