const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu

/** A text without invisible characters: soft hyphens, zero-width characters, direction controls. For values that are compared. */
export function removeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}

/** The searchable form of a text: composed and separate accents, full-width letters and case are equal. */
export function toSearchForm(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
