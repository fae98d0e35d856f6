import sharp from 'sharp'
import { z } from 'zod'
import type { Size } from '#motion/pixels.ts'
import { refuseUnreadable, uprightSize } from '#server/motion/render/prepare-source.ts'
import * as remote from '../remote/call-remote.ts'
import type { RemoteProvider, RemoteState } from '#server/motion/remote-provider.ts'
import { type Engine, type EngineRequest, EngineAway, EngineFailure, seedOfVariation } from '#server/motion/engine.ts'
import { type RemoteEngineDeps, createRemoteEngine } from '../remote/create-remote-engine.ts'
import { toParameters } from '../to-parameters.ts'
import { type Graph, fillGraph } from './graph.ts'
import { type Graphs, UNWANTED_CONTENT, loadGraphs } from './load-graphs.ts'
import { WAN_MODEL, WAN_OFFER, WAN_FPS, wanFrames, wanGuidance, wanSize } from './wan-options.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const CLIENT_ID = 'kinora'
/** A proxy in front of ComfyUI requires a login if it answers with one of these statuses. */
const LOCKED_STATUSES = new Set([401, 403])
const JSON_HEADERS = { 'content-type': 'application/json' }

const refSchema = z.object({ promptId: z.string() })
type ComfyRef = z.infer<typeof refSchema>

export interface ComfyuiConfig {
  readonly url: string
  /** The folder of the operator's graphs; undefined: the built-in graphs. */
  readonly graphDir: string | undefined
}

interface ComfyDeps {
  readonly config: ComfyuiConfig
  readonly graphs: Graphs
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
}

/**
 * Renders on a self-hosted ComfyUI: upload, prompt, queue and history, view. We choose the prompt id and store it first, so a submit
 * without a response can be found. ComfyUI's queue is in memory: work that it lost in a restart is submitted once more.
 */
function createComfyuiProvider({ config, graphs, fetch, nowMs }: ComfyDeps): RemoteProvider<Graph, ComfyRef> {
  const urlOf = (path: string) => config.url.replace(/\/+$/, '') + path
  const call = async (path: string, init: Parameters<typeof remote.callRemote>[2], signal: AbortSignal) =>
    remote.settledAnswer(await remote.callRemote(fetch, urlOf(path), init, signal), nowMs())
  const post = (path: string, body: object) =>
    call(path, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) }, neverAborted())
  const get = (path: string, signal: AbortSignal) => call(path, { method: 'GET' }, signal)

  async function upload({ name, bytes }: ComfyPicture, signal: AbortSignal): Promise<string> {
    const form = new FormData()
    form.set('image', new Blob([bytes], { type: 'image/jpeg' }), name)
    form.set('overwrite', 'true')
    const answer = await call('/upload/image', { method: 'POST', body: form }, signal)
    if (answer.status >= 400) throw toRefusal(answer.status, answer.body)
    const storedFile = parseAnswer(uploadedSchema, answer)
    return storedFile.subfolder === '' ? storedFile.name : `${storedFile.subfolder}/${storedFile.name}`
  }

  async function readEndState(promptId: string, signal: AbortSignal): Promise<RemoteState | undefined> {
    const answer = await get(`/history/${promptId}`, signal)
    const entry = readHistory(answer.body, promptId)
    if (entry === undefined) return undefined
    if (entry.status.status_str !== 'success') throw toExecutionFailure(entry)
    const file = findVideo(entry)
    if (file === undefined) throw new EngineFailure(remote.BROKE_TEXT, { cause: new Error('ComfyUI: a result without an MP4') })
    return { state: 'done', file: { url: urlOf(`/view?${new URLSearchParams(file).toString()}`), isTrusted: true } }
  }

  return {
    name: 'comfyui',
    reserve: () => ({ promptId: crypto.randomUUID() }),
    webhookId: () => null,
    readRef: (raw) => refSchema.safeParse(raw).data,
    async prepare(request, signal) {
      const { pictures, graphFor } = await planComfy(graphs, request)
      const names: string[] = []
      for (const picture of pictures) names.push(await upload(picture, signal))
      return graphFor(names)
    },
    async submit(graph, reservedRef) {
      const answer = await post('/prompt', { prompt: graph, prompt_id: reservedRef?.promptId, client_id: CLIENT_ID })
      if (answer.status >= 400) throw toRefusal(answer.status, answer.body)
      // Older versions of ComfyUI ignore our id and return their own.
      return { promptId: parseAnswer(queuedSchema, answer).prompt_id }
    },
    async poll({ promptId }, signal) {
      const endState = await readEndState(promptId, signal)
      if (endState !== undefined) return endState
      const queue = parseAnswer(queueSchema, await get('/queue', signal))
      if (queue.queue_running.some(([, id]) => id === promptId)) return { state: 'working' }
      if (queue.queue_pending.some(([, id]) => id === promptId)) return { state: 'waiting' }
      return (await readEndState(promptId, signal)) ?? { state: 'lost' }
    },
    async check(signal) {
      parseAnswer(queueSchema, await get('/queue', signal))
    },
    async cancel({ promptId }) {
      await post('/queue', { delete: [promptId] })
      const { queue_running: runningItems } = parseAnswer(queueSchema, await get('/queue', neverAborted()))
      // Older versions of ComfyUI interrupt any running work, so the interrupt is sent only if our work runs.
      if (runningItems.some(([, id]) => id === promptId)) await post('/interrupt', { prompt_id: promptId })
    },
  }
}

function parseAnswer<Schema extends z.ZodType>(schema: Schema, { status, body }: remote.RemoteAnswer): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new remote.RemoteError(`status ${status} without the answer that was expected`, { isUnsent: false })
}

interface ComfyuiEngineDeps extends RemoteEngineDeps {
  readonly config: ComfyuiConfig
  readonly fetch: typeof globalThis.fetch
}

/** An engine on a self-hosted ComfyUI. Tested against a local fake, not a real server. */
export function createComfyuiEngine(deps: ComfyuiEngineDeps): Engine {
  const { config, fetch, clock } = deps
  const graphs = loadGraphs(config.graphDir)
  const provider = createComfyuiProvider({ config, graphs, fetch, nowMs: clock.nowMs })
  return createRemoteEngine(provider, toParameters(WAN_MODEL, WAN_OFFER), deps)
}

const JPEG_QUALITY = 95

interface ComfyPicture {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The pictures to upload, and the graph once their uploaded names are known. */
interface ComfyPlan {
  readonly pictures: readonly ComfyPicture[]
  readonly graphFor: (pictureNames: readonly string[]) => Graph
}

async function planComfy(graphs: Graphs, request: EngineRequest): Promise<ComfyPlan> {
  const { taskId, imagePaths, duration, resolution, imageFidelity } = request
  const offer: { readonly durations: readonly string[]; readonly resolutions: readonly string[] } = WAN_OFFER
  if (!offer.durations.includes(duration) || !offer.resolutions.includes(resolution)) throw new EngineFailure(remote.NO_OPTION_TEXT)
  const { graph, prompt } = chooseGraph(graphs, request)
  const [firstPath] = imagePaths
  if (firstPath === undefined) throw new EngineFailure(remote.PICTURE_TEXT)
  const size = wanSize(await uprightSize(firstPath), resolution)
  const pictures = await Promise.all(
    imagePaths.map(async (path, index) => ({ name: `kinora-${taskId}-${index}.jpg`, bytes: await fitPicture(path, size) })),
  )
  const values = {
    ...size,
    prompt,
    negativePrompt: [request.controls?.negativePrompt, UNWANTED_CONTENT].filter((part) => part !== undefined).join(', '),
    frames: wanFrames(duration),
    fps: WAN_FPS,
    seed: seedOfVariation(request),
    guidance: wanGuidance(imageFidelity),
  }
  return {
    pictures,
    graphFor([firstPicture = '', lastPicture = firstPicture]) {
      return fillGraph(graph, { ...values, firstPicture, lastPicture, name: `kinora/${taskId}` })
    },
  }
}

function chooseGraph(graphs: Graphs, { bizType, templateId, prompt }: EngineRequest): { graph: Graph; prompt: string } {
  if (bizType === 'HEAD_TAIL') return { graph: graphs.headTail, prompt }
  if (bizType === 'CUSTOM') return { graph: graphs.custom, prompt }
  const effect = graphs.template(templateId)
  if (effect === undefined) throw new EngineFailure(remote.NO_EFFECT_TEXT)
  return { graph: effect.graph, prompt: prompt.trim() === '' ? effect.prompt : `${effect.prompt}. ${prompt}` }
}

async function fitPicture(path: string, { width, height }: Size): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp(path).autoOrient().flatten({ background: 'white' }).resize(width, height, { fit: 'cover' })
  return new Uint8Array(await picture.toColourspace('srgb').jpeg({ quality: JPEG_QUALITY }).toBuffer().catch(refuseUnreadable))
}

/** The used parts of ComfyUI's responses. */
const uploadedSchema = z.object({ name: z.string().min(1), subfolder: z.string().default('') })
const queuedSchema = z.object({ prompt_id: z.string().min(1) })

const queueItem = z.tuple([z.unknown(), z.string()]).rest(z.unknown())
const queueSchema = z.object({ queue_running: z.array(queueItem), queue_pending: z.array(queueItem) })

const fileSchema = z.object({ filename: z.string().min(1), subfolder: z.string().default(''), type: z.string().default('output') })
type ComfyFile = z.infer<typeof fileSchema>

const refusedSchema = z.object({
  error: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
  node_errors: z.record(z.string(), z.object({ class_type: z.string().optional() })).optional(),
})

const entrySchema = z.object({
  outputs: z.record(z.string(), z.record(z.string(), z.unknown())),
  status: z.object({ status_str: z.string(), messages: z.array(z.tuple([z.string(), z.unknown()]).rest(z.unknown())).optional() }),
})
type HistoryEntry = z.infer<typeof entrySchema>

const errorSchema = z.object({ exception_type: z.string().optional(), node_type: z.string().optional() })

/** The entry of one prompt in the history; undefined if there is none. */
function readHistory(body: unknown, promptId: string): HistoryEntry | undefined {
  return z.record(z.string(), entrySchema).safeParse(body).data?.[promptId]
}

/** The video among the outputs: ComfyUI's own node lists it under `images`, others under `videos` or `gifs`. */
function findVideo({ outputs }: HistoryEntry): ComfyFile | undefined {
  const lists = Object.values(outputs).flatMap((output) => [output['videos'], output['gifs'], output['images']])
  const files = lists.flatMap((list) => z.array(fileSchema).safeParse(list).data ?? [])
  return files.find(({ filename, type }) => /\.mp4$/i.test(filename) && type === 'output')
}

/**
 * The failure of a rejected picture or graph, usually because a model or a node is missing. Only the operator can fix it; other graphs may
 * work. Behind a locked proxy, the whole engine is away.
 */
function toRefusal(status: number, body: unknown): EngineFailure {
  const answer = refusedSchema.safeParse(body).data
  const nodes = Object.values(answer?.node_errors ?? {}).map((node) => node.class_type ?? '')
  const reason = `ComfyUI: status ${status}, ${answer?.error?.type ?? 'no reason'}, nodes ${nodes.join(', ') || 'none'}`
  const cause = new Error(reason)
  return LOCKED_STATUSES.has(status)
    ? new EngineAway(remote.NOT_READY_TEXT, 'not_ready', { cause })
    : new EngineFailure(remote.NOT_READY_TEXT, { cause })
}

/** The failure of a graph that failed or was interrupted while it ran. */
function toExecutionFailure({ status }: HistoryEntry): EngineFailure {
  const failure = status.messages?.find(([name]) => name === 'execution_error')?.[1]
  const { exception_type: type = 'interrupted', node_type: node = '' } = errorSchema.safeParse(failure).data ?? {}
  const text = /out_?of_?memory/i.test(type) ? remote.MEMORY_TEXT : remote.BROKE_TEXT
  return new EngineFailure(text, { cause: new Error(`ComfyUI: ${type} in ${node || 'no node'}`) })
}
