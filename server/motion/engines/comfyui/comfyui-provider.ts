import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ComfyuiConfig } from '#server/engine-config.ts'
import type { RemoteAnswer } from '../remote/call-remote.ts'
import { callRemote, settledAnswer } from '../remote/call-remote.ts'
import type { RemoteProvider, RemoteState } from '../remote/remote-provider.ts'
import type { Engine } from '../engine.ts'
import { EngineFailure } from '../engine.ts'
import { BROKE_TEXT, RemoteError } from '../remote/remote-errors.ts'
import type { RemoteEngineDeps } from '../remote/create-remote-engine.ts'
import { createRemoteEngine } from '../remote/create-remote-engine.ts'
import { toParameters } from '../to-parameters.ts'
import type { ComfyPicture } from './comfyui-order.ts'
import { planComfy } from './comfyui-order.ts'
import type { Graph } from './graph.ts'
import type { Graphs } from './load-graphs.ts'
import { loadGraphs } from './load-graphs.ts'
import { findVideo, queuedSchema, queueSchema, readHistory, toExecutionFailure, toRefusal, uploadedSchema } from './comfyui-answers.ts'
import { WAN_MODEL, WAN_OFFER } from './wan-options.ts'

const CLIENT_ID = 'kinora'
const JSON_HEADERS = { 'content-type': 'application/json' }

const refSchema = z.object({ promptId: z.string() })
type ComfyRef = z.infer<typeof refSchema>

interface ComfyDeps {
  readonly config: ComfyuiConfig
  readonly graphs: Graphs
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
}

/**
 * ComfyUI on one's own machine: upload, prompt, queue and history, view. The prompt's id is ours and saved first, so that a submit
 * without an answer can be looked up. Its queue lives in memory: what a restart of it has lost is submitted once more.
 */
function createComfyuiProvider({ config, graphs, fetch, nowMs }: ComfyDeps): RemoteProvider<Graph, ComfyRef> {
  const at = (path: string) => config.url.replace(/\/+$/, '') + path
  const quietly = new AbortController().signal
  const call = async (path: string, init: Parameters<typeof callRemote>[2], signal: AbortSignal) =>
    settledAnswer(await callRemote(fetch, at(path), init, signal), nowMs())
  const post = (path: string, body: object) => call(path, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) }, quietly)
  const get = (path: string, signal: AbortSignal) => call(path, { method: 'GET' }, signal)

  async function upload({ name, bytes }: ComfyPicture, signal: AbortSignal): Promise<string> {
    const form = new FormData()
    form.set('image', new Blob([bytes], { type: 'image/jpeg' }), name)
    form.set('overwrite', 'true')
    const answer = await call('/upload/image', { method: 'POST', body: form }, signal)
    if (answer.status >= 400) throw toRefusal(answer.status, answer.body)
    const stored = understood(uploadedSchema, answer)
    return stored.subfolder === '' ? stored.name : `${stored.subfolder}/${stored.name}`
  }

  async function historyOf(promptId: string, signal: AbortSignal): Promise<RemoteState | undefined> {
    const answer = await get(`/history/${promptId}`, signal)
    const entry = readHistory(answer.body, promptId)
    if (entry === undefined) return undefined
    if (entry.status.status_str !== 'success') throw toExecutionFailure(entry)
    const file = findVideo(entry)
    if (file === undefined) throw new EngineFailure(BROKE_TEXT, { cause: new Error('ComfyUI: a result without an MP4') })
    return { state: 'done', file: { url: at(`/view?${new URLSearchParams(file).toString()}`), isTrusted: true } }
  }

  return {
    name: 'comfyui',
    reserve: () => ({ promptId: randomUUID() }),
    newsId: () => null,
    readRef: (raw) => refSchema.safeParse(raw).data,
    async prepare(request, signal) {
      const { pictures, graphFor } = await planComfy(graphs, request)
      const names: string[] = []
      for (const picture of pictures) names.push(await upload(picture, signal))
      return graphFor(names)
    },
    async submit(graph, reserved) {
      const answer = await post('/prompt', { prompt: graph, prompt_id: reserved?.promptId, client_id: CLIENT_ID })
      if (answer.status >= 400) throw toRefusal(answer.status, answer.body)
      // Older ones choose an id of their own.
      return { promptId: understood(queuedSchema, answer).prompt_id }
    },
    async poll({ promptId }, signal) {
      const ended = await historyOf(promptId, signal)
      if (ended !== undefined) return ended
      const queue = understood(queueSchema, await get('/queue', signal))
      if (queue.queue_running.some(([, id]) => id === promptId)) return { state: 'working' }
      if (queue.queue_pending.some(([, id]) => id === promptId)) return { state: 'waiting' }
      return (await historyOf(promptId, signal)) ?? { state: 'lost' }
    },
    async cancel({ promptId }) {
      await post('/queue', { delete: [promptId] })
      const { queue_running: running } = understood(queueSchema, await get('/queue', quietly))
      // Older ones interrupt whatever runs, so only when it is ours.
      if (running.some(([, id]) => id === promptId)) await post('/interrupt', { prompt_id: promptId })
    },
  }
}

function understood<Schema extends z.ZodType>(schema: Schema, { status, body }: RemoteAnswer): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new RemoteError(`status ${status} without the answer that was expected`, { isUnsent: false })
}

interface ComfyuiEngineDeps extends RemoteEngineDeps {
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
