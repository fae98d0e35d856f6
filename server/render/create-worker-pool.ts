import { Worker } from 'node:worker_threads'

/** Workers that each do one job at a time; jobs wait in order. A worker that dies takes its job with it and is replaced. */
export interface WorkerPool<Job, Answer> {
  run(job: Job): Promise<Answer>
  close(): Promise<void>
}

interface Waiting<Job, Answer> {
  readonly job: Job
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

export function createWorkerPool<Job, Answer>(workerUrl: URL, size: number): WorkerPool<Job, Answer> {
  const idle: Worker[] = []
  const busy = new Map<Worker, Waiting<Job, Answer>>()
  const queue: Waiting<Job, Answer>[] = []
  let isClosed = false

  function settle(worker: Worker, how: (waiting: Waiting<Job, Answer>) => void): void {
    const waiting = busy.get(worker)
    busy.delete(worker)
    if (waiting) how(waiting)
  }

  function startWorker(): Worker {
    const worker = new Worker(workerUrl)
    const lose = (error: Error) => {
      settle(worker, (waiting) => waiting.reject(error))
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
      startNext()
    }
    worker.on('message', (answer: Answer) => {
      settle(worker, (waiting) => waiting.resolve(answer))
      if (!isClosed) idle.push(worker)
      startNext()
    })
    worker.on('error', (error) => lose(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', (code) => lose(new Error(`A render worker ended with code ${code}`)))
    return worker
  }

  function startNext(): void {
    if (isClosed || queue.length === 0) return
    const worker = idle.pop() ?? (busy.size < size ? startWorker() : null)
    const waiting = worker && queue.shift()
    if (!worker || !waiting) return
    busy.set(worker, waiting)
    worker.postMessage(waiting.job)
    startNext()
  }

  return {
    run(job) {
      return new Promise((resolve, reject) => {
        if (isClosed) reject(new Error('The render pool is closed'))
        queue.push({ job, resolve, reject })
        startNext()
      })
    },
    async close() {
      isClosed = true
      for (const waiting of queue.splice(0)) waiting.reject(new Error('The render pool is closed'))
      await Promise.all([...idle.splice(0), ...busy.keys()].map((worker) => worker.terminate()))
    },
  }
}
