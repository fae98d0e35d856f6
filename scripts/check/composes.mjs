import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Properties that are independent although their names start like that of another one. */
const APART = /^(?:border-radius|border-collapse|border-spacing|overflow-wrap|overflow-anchor)$/

/**
 * Properties that a style rule sets although its class composes them from another sheet. The build repeats that sheet before each sheet
 * that composes it, so a repetition can come after such a rule and override it.
 */
export function findComposeProblems(root) {
  return readdirSync(path.join(root, 'src'), { recursive: true })
    .map((file) => path.join('src', String(file)))
    .filter((file) => file.endsWith('.module.css'))
    .flatMap((file) => {
      const rules = readRules(root, file)
      return rules.flatMap((rule) => problemsOf(root, file, rules, rule))
    })
}

function problemsOf(root, file, rules, { selector, declarations }) {
  const composed = declarations
    .filter(({ property }) => property === 'composes')
    .flatMap(({ value }) => composedProperties(root, file, value))
  return rules
    .filter((other) => other.selector === selector)
    .flatMap((other) => other.declarations)
    .filter(({ property }) => composed.some((name) => touches(name, property)))
    .map(
      ({ property, line }) =>
        `${file}:${line}: ${selector} composes ${property}, and names it too: give it one of both, or the rule a longer selector.`,
    )
}

function composedProperties(root, file, value) {
  const [, name, source] = /^(\S+)(?: from '#(src\/\S+)')?$/.exec(value)
  const from = source ?? file
  return readRules(root, from)
    .filter(({ selector }) => selector === `.${name}`)
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ property, value: inner }) => (property === 'composes' ? composedProperties(root, from, inner) : [property]))
}

function touches(one, other) {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.startsWith(`${short}-`) && !APART.test(long)
}

/** The rules of a sheet, one per selector, including those of media queries. */
function readRules(root, file) {
  const css = readFileSync(path.join(root, file), 'utf8').replace(/\/\*[^]*?\*\//g, (words) => words.replace(/[^\n]/g, ' '))
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(({ 1: selectors, 2: body, index }) => {
    const bodyAt = index + selectors.length + 1
    const declarations = [...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(({ 1: property, 2: value, index: at }) => ({
      property,
      value,
      line: css.slice(0, bodyAt + at).split('\n').length,
    }))
    return selectors.split(',').map((selector) => ({ selector: selector.trim(), declarations }))
  })
}
