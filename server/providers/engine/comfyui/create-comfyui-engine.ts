import type { ComfyuiConfig } from '#server/engine-config.ts'
import type { Engine } from '#server/providers/engine/engine.ts'
import type { RemoteEngineDeps } from '#server/providers/engine/remote/create-remote-engine.ts'
import { createRemoteEngine } from '#server/providers/engine/remote/create-remote-engine.ts'
import { toParameters } from '#server/providers/engine/to-parameters.ts'
import { createComfyuiProvider } from './comfyui-provider.ts'
import { loadGraphs } from './load-graphs.ts'
import { WAN_MODEL, WAN_OFFER } from './wan-options.ts'

export interface ComfyuiEngineDeps extends RemoteEngineDeps {
  readonly config: ComfyuiConfig
  readonly fetch: typeof globalThis.fetch
}

/** Videos by a ComfyUI of one's own. Its wire is tested against a local stand-in, never against a real one. */
export function createComfyuiEngine(deps: ComfyuiEngineDeps): Engine {
  const { config, fetch, clock } = deps
  const graphs = loadGraphs(config.graphDir)
  const provider = createComfyuiProvider({ config, graphs, fetch, nowMs: clock.nowMs })
  return createRemoteEngine(provider, toParameters(WAN_MODEL, WAN_OFFER), deps)
}
