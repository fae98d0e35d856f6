/** Words with several meanings, or without a meaning in the field. */
export const RETIRED_WORDS = new Set(
  [
    'told look looks looked place places placed take takes taken took held kept keep keeps keeper news slot slots',
    'desk desks taker takers maker makers wish wishes vault shelf shelves board era eras born parcel parcels teller easel',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Allowed uses of retired words, with the reason.
 * @type {readonly { readonly reason: string; allows(found: { file: string; kind: string; words: string; word: string }): boolean }[]}
 */
export const EXCEPTIONS = []
