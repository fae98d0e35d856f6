// Compiles the motion kernel to WebAssembly and writes its bytes as a module; with --check it only compares.
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import asc from 'assemblyscript/asc'

const root = resolve(import.meta.dirname, '..')
const source = 'motion/kernel/assembly/kernel.ts'
const target = resolve(root, 'motion/kernel/kernel.generated.ts')

const options = ['--baseDir', root, '--outFile', 'kernel.wasm', '--optimizeLevel', '3', '--converge', '--noAssert']
const features = ['--runtime', 'stub', '--enable', 'simd', '--initialMemory', '1', '--use', 'abort=']

let bytes = null
const { error } = await asc.main([source, ...options, ...features], {
  writeFile(name, contents) {
    if (name.endsWith('.wasm')) bytes = contents
  },
})
if (error || bytes === null) {
  console.error(error ?? 'The compiler wrote nothing.')
  process.exit(1)
}

const base64Lines =
  Buffer.from(bytes)
    .toString('base64')
    .match(/.{1,120}/g) ?? []
const text = `// Written by \`npm run kernel\` from ./assembly; do not edit.\nexport const KERNEL_BASE64 =\n${base64Lines.map((line) => `  '${line}'`).join(' +\n')}\n`

if (process.argv.includes('--check')) {
  const committedText = await readFile(target, 'utf8').catch(() => '')
  if (committedText === text) process.exit(0)
  console.error('kernel.generated.ts is not what ./assembly compiles to: run `npm run kernel`.')
  process.exit(1)
}
await writeFile(target, text)
console.log(`kernel.generated.ts: ${bytes.length} bytes of WebAssembly`)
