const LANGUAGE = { name: 'locale', value: 'en' } as const

/** Sets the parameter of the checkout's URL that asks for English. Other parameters stay. */
export function withEnglishLocale(checkoutUrl: string): string {
  const url = new URL(checkoutUrl)
  if (url.searchParams.has(LANGUAGE.name)) url.searchParams.set(LANGUAGE.name, LANGUAGE.value)
  else url.search += `${url.search === '' ? '?' : '&'}${LANGUAGE.name}=${LANGUAGE.value}`
  return url.href
}
