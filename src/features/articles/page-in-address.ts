const WHOLE = /^[1-9]\d{0,5}$/

/** The page that an address asks for; the first where it asks for none that could be. */
export function pageInAddress(search: string): number {
  const asked = new URLSearchParams(search).get('page') ?? ''
  return WHOLE.test(asked) ? Number(asked) : 1
}

/** A list's address with a page; the first needs no word. */
export function pageAddress(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}
