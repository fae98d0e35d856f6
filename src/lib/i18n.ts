import { createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

type Texts = Readonly<Record<string, string>>
export type TextValues = Readonly<Record<string, string | number>>
export type Text = (key: string, values?: TextValues) => string

const LANGUAGE = 'en'
const NAMESPACE = 'common'

const texts = createInstance()

/** Fetches a file of texts below /locales; undefined when it can't be had. */
export async function fetchTexts(path: string): Promise<Texts | undefined> {
  try {
    const response = await fetch(`/locales/${path}.json`)
    return response.ok ? ((await response.json()) as Texts) : undefined
  } catch {
    return undefined
  }
}

/** Loads what the first paint needs; false when the texts could not be had. */
export async function startTexts(): Promise<boolean> {
  const common = await fetchTexts(`${LANGUAGE}/${NAMESPACE}`)
  await texts.use(initReactI18next).init({
    lng: LANGUAGE,
    fallbackLng: LANGUAGE,
    defaultNS: NAMESPACE,
    resources: { [LANGUAGE]: { [NAMESPACE]: common ?? {} } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
    initAsync: false,
  })
  return common !== undefined
}

/** Adds another file of the same language to the texts; false when it could not be had. */
export async function addTexts(file: string): Promise<boolean> {
  const more = await fetchTexts(`${LANGUAGE}/${file}`)
  if (more !== undefined) texts.addResourceBundle(LANGUAGE, NAMESPACE, more, true, true)
  return more !== undefined
}

export function text(key: string, values: TextValues = {}): string {
  return texts.t(key, values)
}

/** The texts for a component; it draws again when more of them arrive. */
export function useText(): Text {
  return useTranslation().t as Text
}
