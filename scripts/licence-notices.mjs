import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const PACKAGE_FOLDER = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i
const SEPARATOR = `\n\n${'-'.repeat(80)}\n\n`

/**
 * Writes `licences.txt` with name, version and licence of every package in the product. Each separate build, such as that of the workers,
 * needs `collect`. `laterPackages` are packages outside the page's bundle, such as fonts.
 * @param {readonly string[]} laterPackages
 * @returns {{ collect: () => import('vite').Plugin, write: import('vite').Plugin }}
 */
export function licenceNotices(laterPackages) {
  const folders = new Set(laterPackages.map((name) => path.resolve('node_modules', name)))
  const collect = () => ({
    name: 'kinora:licence-packages',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const id of Object.keys(chunk.modules ?? {})) {
          const folder = PACKAGE_FOLDER.exec(id.replaceAll('\0', ''))?.[0]
          if (folder !== undefined) folders.add(folder)
        }
      }
    },
  })
  const write = {
    name: 'kinora:licence-notices',
    enforce: 'post',
    generateBundle() {
      const notices = [...new Set([...folders].map(noticeOf).filter((notice) => notice !== undefined))].toSorted()
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: `Kinora uses these packages. Each one is listed with its license.${SEPARATOR}${notices.join(SEPARATOR)}\n`,
      })
    },
  }
  return { collect, write }
}

function noticeOf(folder) {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8'))
  const licenceTexts = readdirSync(folder)
    .filter((fileName) => LICENCE_FILE.test(fileName))
    .toSorted()
    .map((fileName) => readFileSync(path.join(folder, fileName), 'utf8').trim())
  return [`${name} ${version}, ${license}`, ...licenceTexts].join('\n\n')
}
