// Runs as a process of its own. It renders 1080p videos of 10 s and prints the maximum growth of its memory in bytes.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runWithoutListeners } from './run-without-listeners.mjs'

const [folder, photo, output, workers] = process.argv.slice(2)
const { createBuiltinEngine } = await import(pathToFileURL(join(folder, 'engine.js')).href)
const engine = createBuiltinEngine({ workerUrl: pathToFileURL(join(folder, 'render-worker.js')), workers: Number(workers) })
const request = {
  taskId: 'memory',
  bizType: 'CUSTOM',
  templateId: null,
  aiMusic: 0,
  seed: 1,
  prompt: 'orbit, rain, snow, film grain, light leaks, bokeh',
  imagePaths: [photo],
  duration: '10s',
  resolution: '1080p',
  imageFidelity: 0.5,
  variation: 0,
  videoPath: join(output, 'memory.mp4'),
  posterPath: join(output, 'memory.jpg'),
}

const startBytes = process.memoryUsage.rss()
let peakBytes = startBytes
const timer = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20)
const startedAt = performance.now()
await engine.run(request, runWithoutListeners)
const firstMs = performance.now() - startedAt
const firstPeakBytes = peakBytes
await engine.run(request, runWithoutListeners)
clearInterval(timer)
await engine.close()
console.log(JSON.stringify({ grownBytes: firstPeakBytes - startBytes, grownTwiceBytes: peakBytes - startBytes, ms: firstMs }))
