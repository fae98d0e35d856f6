/** Words that have several meanings in the project, or a meaning that is unusual in software. */
export const RETIRED_WORDS = new Set(
  [
    'told look looks looked place places placed take takes taken took held kept keep keeps keeper news slot slots',
    'desk desks taker takers maker makers wish wishes vault shelf shelves board era eras born parcel parcels teller easel',
  ].flatMap((line) => line.split(' ')),
)

const FORM_FILES = /^(?:src\/create\/|tests\/unit\/create\/|src\/app\/pages\/tool-page)/
const TEXT_FILES = /^src\/(?:content|create|creations|viewer|offline)\//
const ANY_FILE = /./

/** @type {readonly { readonly words: RegExp; readonly in: RegExp; readonly reason: string }[]} */
const EXCEPTIONS = [
  { words: /slot/i, in: FORM_FILES, reason: 'a picture slot of the form' },
  {
    words: /^(?:pointsTakenBack|takesPromotions|toldAtMs|heldId)$/,
    in: ANY_FILE,
    reason: 'a column, or a field of answers and stored JSON',
  },
  { words: /^(?:isTold|keptAtMs|isSeedKept|wish)$/, in: ANY_FILE, reason: 'a field of stored records' },
  { words: /^held$/, in: ANY_FILE, reason: 'a field of the points answer, and of the browser’s list of locks' },
  { words: /^place$/, in: /account|sessions|require-owner|people\.ts$/, reason: 'a column and a field of the sessions answer' },
  { words: /^place$/, in: /ledger\.ts$|create-picture-slot\.ts$/, reason: 'a field of JSON in SQL; a stored value' },
  { words: /^take$/, in: /^(?:server|tests)\//, reason: 'the column of a task' },
  { words: /^(?:place|take|takes|looks|kept)$/, in: TEXT_FILES, reason: 'a parameter or key of texts' },
  { words: /_TAKEN\b/, in: ANY_FILE, reason: 'an error code' },
  { words: /^(?:look_up|take_down)$/, in: ANY_FILE, reason: 'a stored name of an operator’s act' },
  { words: /^(?:keepAlive|alwaysKeepResolution)$/, in: ANY_FILE, reason: 'an option of Node.js or of a library' },
  { words: /oxlint-disable/, in: ANY_FILE, reason: 'the comment of a lint rule' },
]

/** Whether a name, comment or title may contain retired words. */
export function isException(file, words) {
  return EXCEPTIONS.some((exception) => exception.in.test(file) && exception.words.test(words))
}
