import { Worker } from 'node:worker_threads'

/** Only encodes the frames, on as many threads as the whole job uses. */
export function encodeAlone(workerUrl, workers, frame, { frames, frameBytes, quantiser }) {
  const frameCount = frames.length / frameBytes
  const parts = Array.from({ length: workers }, (_, i) => [i, i + 1].map((part) => Math.floor((frameCount * part) / workers) * frameBytes))
  const runs = parts.map(([from, to]) => {
    const worker = new Worker(workerUrl)
    return new Promise((done, failed) => {
      worker.on('error', failed)
      worker.on('message', () => done(worker.terminate()))
      worker.postMessage({ frame, frames: frames.subarray(from, to), frameBytes, quantiser })
    })
  })
  return Promise.all(runs)
}
