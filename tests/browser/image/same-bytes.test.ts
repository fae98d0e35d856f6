import { expect, it } from 'vitest'
import { commands } from 'vitest/browser'

declare module 'vitest/browser' {
  interface BrowserCommands {
    hashFramesInNode: () => Promise<Record<string, string>>
  }
}

const MOST_MS = 180_000

async function hashFramesInWorker(): Promise<Record<string, string>> {
  const worker = new Worker(new URL('./hash-frames-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data))
      worker.addEventListener('error', ({ message }) => reject(new Error(message)))
    })
  } finally {
    worker.terminate()
  }
}

it(
  'the same pictures, plan and seed give the same frames in Node and in a worker of Chromium, whatever the plan holds',
  { timeout: MOST_MS },
  async () => {
    const [inNode, inWorker] = await Promise.all([commands.hashFramesInNode(), hashFramesInWorker()])
    expect(inWorker).toEqual(inNode)
    expect(Object.entries(inNode).filter(([, hash]) => !/^[0-9a-f]{64}$/.test(hash))).toEqual([])
  },
)
