/** Progress of a worker's running call, posted beside comlink's answers. `src/browser/worker-client.ts` passes it to the caller. */
export interface ProgressMessage<Progress> {
  readonly progress: Progress
}
