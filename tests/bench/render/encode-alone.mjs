import { Worker } from 'node:worker_threads'

/** Only encodes the frames, on as many threads as the whole job uses. */
export function encodeAlone(workerUrl, workers, frame, { frames, frameBytes, quantiser }) {
  const frameCount = frames.length / frameBytes
  const ranges = Array.from({ length: workers }, (_, i) => [i, i + 1].map((edge) => Math.floor((frameCount * edge) / workers) * frameBytes))
  const runs = ranges.map(([from, to]) => {
    const worker = new Worker(workerUrl)
    return new Promise((resolve, reject) => {
      worker.on('error', reject)
      worker.on('message', () => resolve(worker.terminate()))
      worker.postMessage({ frame, frames: frames.subarray(from, to), frameBytes, quantiser })
    })
  })
  return Promise.all(runs)
}
