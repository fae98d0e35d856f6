/** Runs in the page before its own scripts and removes shared workers. */
export function withoutSharedWorker(): void {
  delete (globalThis as { SharedWorker?: unknown }).SharedWorker
}

/** Runs in the page before its own scripts and makes every worker fail to start. */
export function withoutAnyWorker(): void {
  delete (globalThis as { SharedWorker?: unknown }).SharedWorker
  delete (globalThis as { Worker?: unknown }).Worker
}
