import { expose } from 'comlink'
import { startBrowserHub } from '#workers/hub/core/browser-hub.ts'

const api = startBrowserHub()

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (port !== undefined) expose(api, port)
})
if ('DedicatedWorkerGlobalScope' in globalThis) expose(api)
