type Installing = Pick<ServiceWorker, 'state' | 'addEventListener' | 'removeEventListener'>

/** The part of `ServiceWorkerRegistration` that shows whether a worker is installed. */
interface Registration {
  readonly installing: Installing | null
  readonly waiting: object | null
  readonly active: object | null
}

/**
 * Registers the service worker, and registers it again when the network is back, until a worker is installed. If the network breaks during
 * the first installation, the browser removes the registration and does not retry.
 */
export async function installWhenOnline(
  register: () => Promise<Registration | undefined>,
  networkBack: () => Promise<unknown> = nextOnline,
): Promise<void> {
  for (;;) {
    // The network may be back before the browser reports the failure, so the wait starts before the attempt.
    const isBack = networkBack()
    if (await isInstalled(await register())) return
    await isBack
  }
}

/** Whether a worker is installed, once the running installation has ended. */
async function isInstalled(registration: Registration | undefined): Promise<boolean> {
  if (registration === undefined) return false
  const { installing, waiting, active } = registration
  if (waiting !== null || active !== null) return true
  return installing !== null && (await endOfInstallation(installing)) !== 'redundant'
}

function endOfInstallation(worker: Installing): Promise<ServiceWorkerState> {
  return new Promise((resolve) => {
    const check = () => {
      if (worker.state === 'installing') return
      worker.removeEventListener('statechange', check)
      resolve(worker.state)
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

function nextOnline(): Promise<unknown> {
  return new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}
