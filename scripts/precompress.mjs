import { promises as fs } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt)$/
const MIN_BYTES = 1024
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * Writes a .br and a .gz beside every text file of the build, after all other files are written.
 * @returns {import('vite').Plugin}
 */
export function precompress() {
  let outDir = ''
  return {
    name: 'kinora:precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = await fs.readdir(outDir, { recursive: true, withFileTypes: true })
        const targets = files
          .filter((file) => file.isFile() && COMPRESSIBLE.test(file.name))
          .map((file) => path.join(file.parentPath, file.name))
        await Promise.all(targets.map(compressFile))
      },
    },
  }
}

async function compressFile(file) {
  const bytes = await fs.readFile(file)
  if (bytes.length < MIN_BYTES) return
  const [br, gz] = await Promise.all([brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 10 } }), gzip(bytes, { level: 9 })])
  await Promise.all([fs.writeFile(`${file}.br`, br), fs.writeFile(`${file}.gz`, gz)])
}
