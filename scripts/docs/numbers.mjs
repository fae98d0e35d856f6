/** Matches each exported constant, with the comment directly above it. */
const CONSTANT = /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^export const ([A-Z][A-Z\d_]*)(?::[^=]+)? =/gm
const SENTENCE_END = /(?<=[.!?])\s+(?=[A-Z"`])/
const RULE_CITATION = /\s*Rules?: docs\/[^]*$/
/** Matches a unit in a comment. It is removed, because the value in the table has the unit. A unit such as `px of a canvas` stays. */
const UNIT_WORDS = /,? in (?:ms(?: since 1970)?|seconds|bytes|px|characters|points|cents)\b(?! (?:of|per)\b)(?:,(?= (?:and|are)\b))?/
const UNIT_OF_NAME = /_(MS|S|SECONDS|BYTES|PX|POINTS|CENTS|CHARS|PER_HOUR|PER_DAY)(?=_|$)/g
/** Matches the name of a constant that is a time in ms since 1970. The table shows it as a date. */
const DATE_NAME = /(?:^|_)(?:EARLIEST|LATEST)_MS$/
const UNIT_OF_KEY = /Ms$/

const PLAIN_UNITS = { PX: 'px', POINTS: 'points', CENTS: 'cents', CHARS: 'characters', PER_HOUR: 'in an hour', PER_DAY: 'in a day' }
const SECOND_MS = 1000
const DATE_LENGTH = 'yyyy-mm-dd'.length
const TIME_UNITS = [
  { unit: 'day', plural: 'days', size: 86_400_000 },
  { unit: 'h', size: 3_600_000 },
  { unit: 'min', size: 60_000 },
  { unit: 's', size: SECOND_MS },
  { unit: 'ms', size: 1 },
]
const BYTE_UNITS = [
  { unit: 'GiB', size: 2 ** 30 },
  { unit: 'MiB', size: 2 ** 20 },
  { unit: 'KiB', size: 2 ** 10 },
  { unit: 'bytes', size: 1 },
]
const NUMBER_FORMAT = new Intl.NumberFormat('en-US', { useGrouping: 'min2', maximumFractionDigits: 6 })

/** The exported constants of a source that are numbers, or lists and records of numbers: name, value with its unit, and meaning. */
export function numbersOf(source, exports) {
  return [...source.matchAll(CONSTANT)].flatMap(([, comment = '', name]) => {
    const unit = DATE_NAME.test(name) ? 'DATE' : [...name.matchAll(UNIT_OF_NAME)].at(-1)?.[1]
    const value = valueText(exports[name], unit)
    return value === undefined ? [] : [{ name, value, decides: meaningOf(comment, unit !== undefined) }]
  })
}

/** A number in the largest unit in which it has at most one decimal. */
export function numberText(value, unit) {
  if (unit === 'DATE') return new Date(value).toISOString().slice(0, DATE_LENGTH)
  if (unit === 'MS') return sizedText(value, TIME_UNITS)
  if (unit === 'S' || unit === 'SECONDS') return sizedText(value * SECOND_MS, TIME_UNITS)
  if (unit === 'BYTES') return sizedText(value, BYTE_UNITS)
  const formatted = NUMBER_FORMAT.format(value)
  return unit === undefined ? formatted : `${formatted} ${PLAIN_UNITS[unit]}`
}

function valueText(value, unit) {
  if (typeof value === 'number') return numberText(value, unit)
  if (Array.isArray(value)) {
    return value.every((each) => typeof each === 'number') ? value.map((each) => numberText(each, unit)).join(', ') : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Object.entries(value)
  if (entries.length === 0 || entries.some(([, each]) => typeof each !== 'number')) return undefined
  return entries.map(([key, each]) => `${key.replace(UNIT_OF_KEY, '')} ${numberText(each, unit)}`).join(', ')
}

function sizedText(value, units) {
  const {
    unit,
    plural = unit,
    size,
  } = units.find((each) => value >= each.size && Number.isInteger((value / each.size) * 10)) ?? units.at(-1)
  return `${NUMBER_FORMAT.format(value / size)} ${value === size ? unit : plural}`
}

function meaningOf(comment, hasUnit) {
  const text = comment.replace(/\n \*/g, '\n').replace(/\s+/g, ' ').trim().replace(RULE_CITATION, '')
  const [sentence] = text.split(SENTENCE_END)
  return (hasUnit ? sentence.replace(UNIT_WORDS, '') : sentence).replace(/\.$/, '')
}
