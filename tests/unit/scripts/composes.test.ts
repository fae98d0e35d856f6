import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findComposeProblems } from '../../../scripts/check/composes.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kinora-composes-'))
  mkdirSync(path.join(root, 'src'))
  write('pill', '.pill {', '  border: 0;', '  padding: 1px;', '}', '', '.control {', '  composes: pill;', '  min-width: 2px;', '}')
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (name: string, ...lines: readonly string[]) => writeFileSync(path.join(root, `src/${name}.module.css`), lines.join('\n'))
const writeChip = (...lines: readonly string[]) => write('chip', '.chip {', "  composes: control from '#src/pill.module.css';", ...lines)

test.each([['min-width'], ['padding'], ['padding-inline'], ['border-width']])(
  '%s beside a composition is found, with its position',
  (name) => {
    writeChip(`  ${name}: 0;`, '}')
    expect(findComposeProblems(root)).toEqual([expect.stringMatching(new RegExp(`^src/chip\\.module\\.css:3: \\.chip composes ${name},`))])
  },
)

test('a rule of a media query has the same weight', () => {
  writeChip('}', '', '@media (max-width: 9px) {', '  .other,', '  .chip {', '    padding: 3px;', '  }', '}')
  expect(findComposeProblems(root)).toEqual([expect.stringMatching(/^src\/chip\.module\.css:8: /)])
})

test('another property, a longer selector and another class are allowed', () => {
  writeChip(
    '  border-radius: 4px;',
    '  /* padding: 3px; */',
    '}',
    '',
    '.chip[open] {',
    '  padding: 5px;',
    '}',
    '.other {',
    '  border: 1px;',
    '}',
  )
  expect(findComposeProblems(root)).toEqual([])
})
