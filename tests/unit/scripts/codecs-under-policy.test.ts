import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import vm from 'node:vm'
import type * as H264Package from 'h264-mp4-encoder'
import { expect, it } from 'vitest'
import { codecsUnderPolicy, h264WithoutEval } from '../../../scripts/codecs-under-policy.mjs'

const require = createRequire(import.meta.url)
const H264_FILE = require.resolve('h264-mp4-encoder')

function fail(problem: string): never {
  throw new Error(problem)
}

/** Runs code with the limits of the content security policy: WebAssembly is allowed, code from text is not. */
function runUnderPolicy(code: string): typeof H264Package {
  const module = { exports: {} as typeof H264Package }
  const globals = {
    module,
    exports: module.exports,
    console,
    setTimeout,
    performance,
    Uint8Array,
    atob,
    TextDecoder,
    URL,
    importScripts: () => undefined,
    self: { location: { href: 'http://localhost/' } },
  }
  const context = vm.createContext({ ...globals, require: () => ({}) }, { codeGeneration: { strings: false, wasm: true } })
  vm.runInContext(code, context)
  return module.exports
}

async function encode({ createH264MP4Encoder }: typeof H264Package): Promise<Uint8Array> {
  const encoder = await createH264MP4Encoder()
  Object.assign(encoder, { width: 64, height: 64, frameRate: 24, speed: 9, quantizationParameter: 23 })
  encoder.initialize()
  for (let frame = 0; frame < 3; frame += 1) encoder.addFrameYuv(new Uint8Array((64 * 64 * 3) / 2).fill(60 * frame))
  encoder.finalize()
  const file = new Uint8Array(encoder.FS.readFile(encoder.outputFilename))
  encoder.delete()
  return withoutTimes(file)
}

/** Sets the creation and modification times of the file to 0, because they differ between two files with the same pictures. */
function withoutTimes(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file)
  for (const box of ['mvhd', 'tkhd', 'mdhd']) {
    for (let boxIndex = bytes.indexOf(box); boxIndex !== -1; boxIndex = bytes.indexOf(box, boxIndex + 1))
      bytes.fill(0, boxIndex + 8, boxIndex + 16)
  }
  return new Uint8Array(bytes)
}

it('the H.264 encoder makes the same file without code from text', async () => {
  const code = readFileSync(H264_FILE, 'utf8')
  const file = await encode(runUnderPolicy(h264WithoutEval(code, fail)))
  expect(String.fromCharCode(...file.subarray(4, 8))).toBe('ftyp')
  expect(file).toEqual(await encode(require('h264-mp4-encoder') as typeof H264Package))
  await expect(async () => encode(runUnderPolicy(code))).rejects.toThrow(/Code generation from strings/)
})

it('refuses an encoder with another beginning', () => {
  expect(() => h264WithoutEval('new Function("return 1")', fail)).toThrow('in another way')
  const { transform } = codecsUnderPolicy() as { transform: (this: { error: typeof fail }, code: string, id: string) => unknown }
  const file = '/node_modules/@mediabunny/aac-encoder/dist/bundles/mediabunny-aac-encoder.mjs'
  expect(() => transform.call({ error: fail }, 'no worker', file)).toThrow('in another way')
})
