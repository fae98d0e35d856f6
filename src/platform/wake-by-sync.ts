import { WAKE_MESSAGE, WAKE_TAG } from '#shared/contract/service-worker-messages.ts'

/** Background Sync as far as it is used here; few browsers have it. */
interface Syncing {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Has the browser say when the network is back, in case it notices before the hub does. Only a hint: nothing depends on it. */
export async function askForWake(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as Syncing | undefined
  await registration?.sync?.register(WAKE_TAG).catch(() => undefined)
}

export function listenForWake(wake: () => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ readonly type?: string } | null>) => {
    if (data?.type === WAKE_MESSAGE) wake()
  })
}
