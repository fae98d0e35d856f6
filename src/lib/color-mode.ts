import type { Theme } from './theme-of.ts'
import { preferences, setPreference } from './preferences.ts'
import { subscribe } from './state.ts'
import { themeOf } from './theme-of.ts'

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
  root.dataset['theme'] = themeOf(preferences.colorMode, forced)
  // What the browser draws around the page has the page's own ground.
  const ground = getComputedStyle(root).getPropertyValue('--ground').trim()
  if (ground !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground)
}
