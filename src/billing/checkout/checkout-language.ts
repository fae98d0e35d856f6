const LANGUAGE = { name: 'locale', value: 'en' } as const

/** Requests English from a checkout's URL; existing parameters are unchanged. */
export function inEnglish(checkoutUrl: string): string {
  const url = new URL(checkoutUrl)
  if (url.searchParams.has(LANGUAGE.name)) url.searchParams.set(LANGUAGE.name, LANGUAGE.value)
  else url.search += `${url.search === '' ? '?' : '&'}${LANGUAGE.name}=${LANGUAGE.value}`
  return url.href
}
