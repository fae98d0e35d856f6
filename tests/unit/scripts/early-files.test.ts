import { expect, it } from 'vitest'
import { withoutEverywhere } from '../../../scripts/early-files.mjs'

const SCRIPTS = [
  'assets/rolldown-runtime-XKyaHtl9.js',
  'assets/kit-Ds1lEJWk.js',
  'assets/kit-parts-Ds1lEJWk.js',
  'assets/viewer-BB026T1S.js',
]

it('leaves out the scripts of every page from the preloads of an import, not from the links of the page', () => {
  expect(withoutEverywhere('assets/viewer-BB026T1S.js', SCRIPTS, { hostType: 'js' })).toEqual(SCRIPTS.slice(2))
  expect(withoutEverywhere('assets/index-BkjiV-uA.js', SCRIPTS, { hostType: 'html' })).toEqual(SCRIPTS)
})
