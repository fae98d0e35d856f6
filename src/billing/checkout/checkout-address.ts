const LANGUAGE = { name: 'locale', value: 'en' } as const

/** A checkout's address that asks for English; what stands in it already stays as it is written. */
export function inEnglish(checkoutUrl: string): string {
  const url = new URL(checkoutUrl)
  if (url.searchParams.has(LANGUAGE.name)) url.searchParams.set(LANGUAGE.name, LANGUAGE.value)
  else url.search += `${url.search === '' ? '?' : '&'}${LANGUAGE.name}=${LANGUAGE.value}`
  return url.href
}
