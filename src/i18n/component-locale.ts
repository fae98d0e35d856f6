import { useEffect } from 'react'
import type { ComponentLocale } from '#shared/domain/component-locales.ts'
import * as locales from '#shared/domain/component-locales.ts'
import { spokenComponentLocale } from '#shared/domain/spoken-component-locale.ts'
import { type TextValues, fetchTexts } from './i18n.ts'
import { preferences } from '../store/preferences.ts'
import { proxy, useSnapshot } from '../store/state.ts'

/** English texts of the error pages, built in so that an error page is never blank when no text file can be loaded. */
export const COMPONENT_FALLBACK: Readonly<Record<string, string>> = {
  'error.backHome': 'Back to home',
  'error.copied': 'Copied',
  'error.copyDetails': 'Copy details',
  'error.copyFailed': "We couldn't copy the details. Select and copy them yourself.",
  'error.details': 'Technical details',
  'error.id': 'Error',
  'error.notFound': 'Page Not Found',
  'error.notFoundHint': "There's no page at this address.",
  'error.reload': 'Reload',
  'error.server': 'Internal Server Error',
  'error.serverHint': "Something went wrong on this screen. Your work isn't lost.",
}

/** How long a component waits for its text file before it shows English texts, in ms. */
const TEXTS_WAIT_MS = 2000

type Texts = Readonly<Record<string, string>>

const fileRequests = new Map<ComponentLocale, Promise<boolean>>()
const loadedTexts = proxy<Partial<Record<ComponentLocale, Texts>>>({})
/** The language whose texts are shown. It changes when the texts of a newly chosen language are loaded; null before that. */
const shownLanguage = proxy<{ locale: ComponentLocale | null }>({ locale: null })
let wantedLocale: ComponentLocale | null = null

/** Returns a text in the component language, with each `{{name}}` in the text replaced by the value of this name. */
export type ComponentText = (key: string, values?: TextValues) => string

interface ComponentTexts {
  /** The value of `lang` for the element that shows the texts. */
  readonly language: string
  /** The value of `dir` for that element. */
  readonly direction: 'ltr' | 'rtl'
  readonly text: ComponentText
}

/**
 * The language to use until the user chooses one: the first supported language of the browser, else the server's choice, which is
 * in the page's HTML.
 */
export function defaultComponentLocale(): ComponentLocale {
  const browserLocale = spokenComponentLocale(navigator.languages)
  if (browserLocale !== null) return browserLocale
  return locales.componentLocaleOf(document.documentElement.dataset['componentLocale']) ?? locales.DEFAULT_COMPONENT_LOCALE
}

/** Shows the component texts in this language. False if they can't be loaded; English texts are shown then. */
export async function showComponentLocale(locale: ComponentLocale): Promise<boolean> {
  wantedLocale = locale
  const showIfWanted = (isLoaded: boolean) => {
    if (wantedLocale === locale) shownLanguage.locale = isLoaded ? locale : locales.FALLBACK_COMPONENT_LOCALE
  }
  if (locale !== locales.FALLBACK_COMPONENT_LOCALE) void loadTexts(locales.FALLBACK_COMPONENT_LOCALE)
  const timer = setTimeout(() => showIfWanted(false), TEXTS_WAIT_MS)
  const isLoaded = await loadTexts(locale)
  clearTimeout(timer)
  showIfWanted(isLoaded)
  return isLoaded
}

function loadTexts(locale: ComponentLocale): Promise<boolean> {
  const request = fileRequests.get(locale) ?? readFile(locale)
  fileRequests.set(locale, request)
  return request
}

async function readFile(locale: ComponentLocale): Promise<boolean> {
  const texts = await fetchTexts(`component/${locale}`)
  if (texts === undefined) fileRequests.delete(locale)
  else loadedTexts[locale] = texts
  return texts !== undefined
}

/** The texts of crop dialog, hot tags and error page in the component language; '' until they are loaded. */
export function useComponentText(): ComponentTexts {
  const { componentLocale } = useSnapshot(preferences)
  const locale = componentLocale === '' ? defaultComponentLocale() : componentLocale
  const texts = useTexts(locale)
  useEffect(() => void showComponentLocale(locale), [locale])
  return texts
}

/** The texts of the design components in the chosen language; null if the user has chosen none. The product's texts apply then. */
export function useChosenText(): ComponentTexts | null {
  const { componentLocale } = useSnapshot(preferences)
  const texts = useTexts(locales.DEFAULT_COMPONENT_LOCALE)
  useEffect(() => void (componentLocale !== '' && showComponentLocale(componentLocale)), [componentLocale])
  return componentLocale === '' || texts.text('modal.close') === '' ? null : texts
}

function useTexts(locale: ComponentLocale): ComponentTexts {
  const shownLocale = useSnapshot(shownLanguage).locale
  const textsByLocale = useSnapshot(loadedTexts)
  const textOf = (key: string) =>
    shownLocale === null
      ? ''
      : (textsByLocale[shownLocale]?.[key] ?? textsByLocale[locales.FALLBACK_COMPONENT_LOCALE]?.[key] ?? COMPONENT_FALLBACK[key] ?? '')
  return {
    language: locales.languageTag(shownLocale ?? locale),
    direction: locales.directionOf(shownLocale ?? locale),
    text: (key, values = {}) => fill(textOf(key), values),
  }
}

function fill(text: string, values: TextValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (name, key: string) => String(values[key] ?? name))
}
