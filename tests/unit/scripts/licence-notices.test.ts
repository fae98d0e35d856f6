import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { licenceNotices } from '../../../scripts/licence-notices.mjs'

it('the notices name each package of the build once, with its version and the text of its licence', () => {
  const folder = path.resolve('node_modules/react')
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  const licence = readFileSync(path.join(folder, 'LICENSE'), 'utf8').trim()
  const { collect, write } = licenceNotices(['workbox-core'])
  const generateBundle = collect().generateBundle as unknown as (options: object, bundle: object) => void
  const modules = { [`${folder}/index.js`]: {}, [`\0${folder}/jsx-runtime.js`]: {}, [path.resolve('src/main.ts')]: {} }
  generateBundle({}, { 'a.js': { modules }, 'a.css': {} })
  const emittedFiles: { fileName: string; source: string }[] = []
  const emit = write.generateBundle as unknown as (this: object) => void
  emit.call({ emitFile: (file: (typeof emittedFiles)[number]) => emittedFiles.push(file) })
  expect(emittedFiles.map(({ fileName }) => fileName)).toEqual(['licences.txt'])
  const text = emittedFiles[0]?.source ?? ''
  expect(text.split(`react ${version}, MIT\n\n${licence}`)).toHaveLength(2)
  expect(text).toContain('workbox-core')
  expect(text.split('-'.repeat(80))).toHaveLength(3)
})
