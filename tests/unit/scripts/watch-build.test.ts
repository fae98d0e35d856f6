import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchBuild } from '../../../scripts/watch-build.mjs'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kinora-watch-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('resolves after the first build is complete, although the build empties the folder of an earlier one', async () => {
  const outDir = path.join(root, 'dist')
  const mainFile = path.join(outDir, 'main.js')
  await mkdir(outDir)
  await writeFile(mainFile, 'export const build = 1')
  await writeFile(path.join(root, 'main.ts'), 'export const build = 2')
  let isComplete = false
  let wasEmptied = false
  const stop = await watchBuild({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: path.join(root, 'main.ts'),
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
    },
    plugins: [
      {
        name: 'last-files',
        generateBundle() {
          wasEmptied = !existsSync(mainFile)
        },
        async writeBundle() {
          await new Promise((resolve) => setImmediate(resolve))
          isComplete = true
        },
      },
    ],
  })
  expect(wasEmptied).toBe(true)
  expect(isComplete).toBe(true)
  expect(existsSync(mainFile)).toBe(true)
  await stop()
})
