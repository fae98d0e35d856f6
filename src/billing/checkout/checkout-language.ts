const LANGUAGE_PARAMETER = { name: 'locale', value: 'en' } as const

/** Sets the parameter of the checkout's URL that asks for English. Other parameters stay. */
export function withEnglishLocale(checkoutUrl: string): string {
  const url = new URL(checkoutUrl)
  if (url.searchParams.has(LANGUAGE_PARAMETER.name)) url.searchParams.set(LANGUAGE_PARAMETER.name, LANGUAGE_PARAMETER.value)
  else url.search += `${url.search === '' ? '?' : '&'}${LANGUAGE_PARAMETER.name}=${LANGUAGE_PARAMETER.value}`
  return url.href
}
