import type { PrepareStage } from '#shared/contract/image-contract.ts'
import type { ProgressMessage } from '#shared/contract/progress-message.ts'

/** Records the stages that a worker reports. The returned function stops the recording, and returns the ms of each stage. */
export function collectStages(worker: Worker): () => Record<string, number> {
  const stageStarts: { stage: PrepareStage; atMs: number }[] = []
  const listener = ({ data }: MessageEvent<Partial<ProgressMessage<PrepareStage>>>) => {
    if (data.progress !== undefined) stageStarts.push({ stage: data.progress, atMs: performance.now() })
  }
  worker.addEventListener('message', listener)
  return () => {
    worker.removeEventListener('message', listener)
    const endedAtMs = performance.now()
    const stages: Record<string, number> = {}
    for (const [i, { stage, atMs }] of stageStarts.entries()) {
      stages[stage] = (stages[stage] ?? 0) + (stageStarts[i + 1]?.atMs ?? endedAtMs) - atMs
    }
    return stages
  }
}
