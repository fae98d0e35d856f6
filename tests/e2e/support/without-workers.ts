/** Runs in the page before its own scripts: a browser without shared workers. */
export function withoutSharedWorker(): void {
  delete (globalThis as { SharedWorker?: unknown }).SharedWorker
}

/** Runs in the page before its own scripts: a browser in which no worker starts. */
export function withoutAnyWorker(): void {
  delete (globalThis as { SharedWorker?: unknown }).SharedWorker
  delete (globalThis as { Worker?: unknown }).Worker
}
