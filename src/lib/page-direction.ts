export type PageDirection = 'ltr' | 'rtl'

export function pageDirection(): PageDirection {
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
}
