import { z } from 'zod'
import { EngineFailure } from '../engine.ts'
import { BROKE_TEXT, MEMORY_TEXT, NOT_READY_TEXT } from '../remote/remote-errors.ts'

/** What ComfyUI answers, as far as it is read here. */
export const uploadedSchema = z.object({ name: z.string().min(1), subfolder: z.string().default('') })
export const queuedSchema = z.object({ prompt_id: z.string().min(1) })

const queueItem = z.tuple([z.unknown(), z.string()]).rest(z.unknown())
export const queueSchema = z.object({ queue_running: z.array(queueItem), queue_pending: z.array(queueItem) })

const fileSchema = z.object({ filename: z.string().min(1), subfolder: z.string().default(''), type: z.string().default('output') })
export type ComfyFile = z.infer<typeof fileSchema>

const refusedSchema = z.object({
  error: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
  node_errors: z.record(z.string(), z.object({ class_type: z.string().optional() })).optional(),
})

const entrySchema = z.object({
  outputs: z.record(z.string(), z.record(z.string(), z.unknown())),
  status: z.object({ status_str: z.string(), messages: z.array(z.tuple([z.string(), z.unknown()]).rest(z.unknown())).optional() }),
})
export type HistoryEntry = z.infer<typeof entrySchema>

const errorSchema = z.object({ exception_type: z.string().optional(), node_type: z.string().optional() })

/** The entry of one prompt in its history; undefined while there is none. */
export function readHistory(body: unknown, promptId: string): HistoryEntry | undefined {
  return z.record(z.string(), entrySchema).safeParse(body).data?.[promptId]
}

/** The video among the outputs. ComfyUI's own node tells it under `images`, others under `videos` or `gifs`. */
export function findVideo({ outputs }: HistoryEntry): ComfyFile | undefined {
  const lists = Object.values(outputs).flatMap((output) => [output['videos'], output['gifs'], output['images']])
  const files = lists.flatMap((list) => z.array(fileSchema).safeParse(list).data ?? [])
  return files.find(({ filename, type }) => /\.mp4$/i.test(filename) && type === 'output')
}

/** A graph that was refused before it ran: a model or a node is missing, which only whoever runs the server can cure. */
export function toRefusal(status: number, body: unknown): EngineFailure {
  const told = refusedSchema.safeParse(body).data
  const nodes = Object.values(told?.node_errors ?? {}).map((found) => found.class_type ?? '')
  const reason = `ComfyUI: status ${status}, ${told?.error?.type ?? 'no reason'}, nodes ${nodes.join(', ') || 'none'}`
  return new EngineFailure(NOT_READY_TEXT, { cause: new Error(reason) })
}

/** A graph that broke while it ran. */
export function toExecutionFailure({ status }: HistoryEntry): EngineFailure {
  const told = status.messages?.find(([name]) => name === 'execution_error')?.[1]
  const { exception_type: type = 'interrupted', node_type: node = '' } = errorSchema.safeParse(told).data ?? {}
  const text = /out_?of_?memory/i.test(type) ? MEMORY_TEXT : BROKE_TEXT
  return new EngineFailure(text, { cause: new Error(`ComfyUI: ${type} in ${node || 'no node'}`) })
}
