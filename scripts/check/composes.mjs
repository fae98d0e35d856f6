import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Properties that are independent although their names start like that of another one. */
const INDEPENDENT_PROPERTIES = /^(?:border-radius|border-collapse|border-spacing|overflow-wrap|overflow-anchor)$/

/**
 * Properties that a style rule sets although its class composes the same properties from another sheet. The build repeats a sheet before
 * each sheet that composes it, so the other sheet can come after the rule and override it.
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
  const composedNames = declarations
    .filter(({ property }) => property === 'composes')
    .flatMap(({ value }) => composedProperties(root, file, value))
  return rules
    .filter((other) => other.selector === selector)
    .flatMap((other) => other.declarations)
    .filter(({ property }) => composedNames.some((name) => overlaps(name, property)))
    .map(
      ({ property, line }) =>
        `${file}:${line}: ${selector} composes ${property}, and names it too: give it one of both, or the rule a longer selector.`,
    )
}

function composedProperties(root, file, value) {
  const [, name, source] = /^(\S+)(?: from '#(src\/\S+)')?$/.exec(value)
  const sourceFile = source ?? file
  return readRules(root, sourceFile)
    .filter(({ selector }) => selector === `.${name}`)
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ property, value: innerValue }) => (property === 'composes' ? composedProperties(root, sourceFile, innerValue) : [property]))
}

function overlaps(firstName, secondName) {
  if (firstName === secondName) return true
  const [shortName, longName] = firstName.length < secondName.length ? [firstName, secondName] : [secondName, firstName]
  return longName.startsWith(`${shortName}-`) && !INDEPENDENT_PROPERTIES.test(longName)
}

/** The rules of a sheet, one per selector, including those of media queries. */
function readRules(root, file) {
  const css = readFileSync(path.join(root, file), 'utf8').replace(/\/\*[^]*?\*\//g, (words) => words.replace(/[^\n]/g, ' '))
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(({ 1: selectors, 2: body, index }) => {
    const bodyStart = index + selectors.length + 1
    const declarations = [...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(({ 1: property, 2: value, index: declarationStart }) => ({
      property,
      value,
      line: css.slice(0, bodyStart + declarationStart).split('\n').length,
    }))
    return selectors.split(',').map((selector) => ({ selector: selector.trim(), declarations }))
  })
}
