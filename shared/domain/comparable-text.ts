const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu

/** A text without characters that nobody sees: soft hyphens, zero-width characters, direction controls. For values that are compared. */
export function removeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}

/** A text as it is searched: its spellings with composed or separate accents and with full-width letters are equal, in any case. */
export function searchForm(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
