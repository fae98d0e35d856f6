import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Elements on a picture, whose position does not depend on the direction of the text. */
const PICTURE_STYLES = new Set([
  'src/pictures/crop/crop-box.module.css',
  'src/content/landing/wipe.module.css',
  'src/viewer/compare-slider.module.css',
])
/** A position that is the same in both directions of text. */
const MIDDLE_VALUE = '50%'
const SIDE_PROPERTY =
  /^(?:(?:(?:scroll-)?(?:margin|padding)-|border-)?(?:left|right)|border-(?:left|right)-\w+|border-(?:top|bottom)-(?:left|right)-radius)$/
const KEYWORD_PROPERTY = /^(?:text-align|float|clear|justify-\w+)$/
const FOUR_SIDED_PROPERTY = /^(?:(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color))$/

/** Style rules with left or right, which are wrong in languages that are written from right to left. */
export function findDirectionProblems(root) {
  return readdirSync(path.join(root, 'src'), { recursive: true })
    .map((file) => path.join('src', String(file)))
    .filter((file) => file.endsWith('.css') && !PICTURE_STYLES.has(file))
    .flatMap((file) => {
      const css = readFileSync(path.join(root, file), 'utf8').replace(/\/\*[^]*?\*\//g, (words) => words.replace(/[^\n]/g, ' '))
      return css.split('\n').flatMap((line, index) => {
        const [, name = '', value = ''] = /^\s*([\w-]+):\s*([^;]+);/.exec(line) ?? []
        return isOneSided(name, value) ? [`${file}:${index + 1}: ${name} names a side: use start and end.`] : []
      })
    })
}

function isOneSided(name, value) {
  if (SIDE_PROPERTY.test(name)) return value !== MIDDLE_VALUE
  if (KEYWORD_PROPERTY.test(name)) return /\b(?:left|right)\b/.test(value)
  const parts = partsOf(value)
  if (FOUR_SIDED_PROPERTY.test(name)) return parts.length === 4 && parts[1] !== parts[3]
  if (name !== 'border-radius') return false
  const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = parts
  return topLeft !== topRight || bottomRight !== bottomLeft
}

/** The parts of a value that spaces separate. A space in brackets does not separate parts. */
function partsOf(value) {
  const parts = ['']
  let depth = 0
  for (const letter of value.trim().replace(/\s+/g, ' ')) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ' ' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}
