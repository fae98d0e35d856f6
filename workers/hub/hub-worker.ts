import { expose } from 'comlink'
import { startBrowserHub } from './browser-hub.ts'

// Without BroadcastChannel a worker can't reach pages. It fails here, and the page runs the hub itself.
const { api } = startBrowserHub((name) => new BroadcastChannel(name))

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port !== undefined) expose(api, port)
})
if ('DedicatedWorkerGlobalScope' in globalThis) expose(api)
