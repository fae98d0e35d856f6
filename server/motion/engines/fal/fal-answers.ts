import { z } from 'zod'
import { EngineFailure } from '../engine.ts'
import { BROKE_TEXT, DECLINED_TEXT, NOT_READY_TEXT, PICTURE_TEXT, SETTINGS_TEXT } from '../remote/remote-errors.ts'

/** What fal answers, as far as it is read here. */
export const submittedSchema = z.object({
  request_id: z.string().regex(/^[\w-]{8,100}$/),
  status_url: z.string().optional(),
  response_url: z.string().optional(),
  cancel_url: z.string().optional(),
})
export const statusSchema = z.object({ status: z.string(), error: z.unknown().optional(), error_type: z.unknown().optional() })
export const resultSchema = z.object({ video: z.object({ url: z.string() }) })

const problemSchema = z.object({
  detail: z.union([z.string(), z.array(z.object({ type: z.string().optional(), msg: z.string().optional() }))]).optional(),
  error_type: z.string().optional(),
})

const DECLINED = new Set(['content_policy_violation', 'no_media_generated', 'face_detection_error'])
const PICTURE = /^(image_|unsupported_image|file_download_error|file_too_large)/
const BROKE = /^(generation_timeout|downstream_|internal_server_error|internal_error|request_timeout|startup_timeout|runner_|client_)/

/** Whether a server error is the work's own failure, and not that of something on the way to it: fal names a type then. */
export function isVerdict(body: unknown): boolean {
  const problem = problemSchema.safeParse(body).data
  return Array.isArray(problem?.detail) || problem?.error_type !== undefined
}

/** A failure that fal has told, as a sentence for the person; what fal said goes along for the log, without what was sent to it. */
export function toFailure(status: number, body: unknown): EngineFailure {
  const problem = problemSchema.safeParse(body).data
  const details = Array.isArray(problem?.detail) ? problem.detail : []
  const types = [...details.map(({ type }) => type ?? ''), problem?.error_type ?? ''].filter((type) => type !== '')
  const cause = new Error(`fal: status ${status}, ${types.join(', ') || 'no reason'}`)
  return new EngineFailure(textFor(status, types), { cause })
}

function textFor(status: number, types: readonly string[]): string {
  if (types.some((type) => DECLINED.has(type))) return DECLINED_TEXT
  if (types.some((type) => PICTURE.test(type))) return PICTURE_TEXT
  if (types.some((type) => BROKE.test(type)) || status >= 500) return BROKE_TEXT
  return [401, 402, 403, 404].includes(status) ? NOT_READY_TEXT : SETTINGS_TEXT
}
