import { createRequire } from 'node:module'
import type * as H264Package from 'h264-mp4-encoder'

const HEARD = ['uncaughtException', 'unhandledRejection'] as const

// The package is CommonJS in one webpack bundle, whose names Node can't see from an import.
const require = createRequire(import.meta.url)

/** An encoder in WebAssembly, on this thread. The package would end the process at any rejection that nobody hears; that is not its decision. */
export function openH264(): Promise<H264Package.H264MP4Encoder> {
  const before = HEARD.map((name) => new Set<unknown>(process.listeners(name as 'uncaughtException')))
  const { createH264MP4Encoder } = require('h264-mp4-encoder') as typeof H264Package
  const opening = createH264MP4Encoder()
  for (const [place, name] of HEARD.entries()) {
    const own = process.listeners(name as 'uncaughtException').filter((listener) => before[place]?.has(listener) !== true)
    for (const listener of own) process.off(name, listener)
  }
  return opening
}
