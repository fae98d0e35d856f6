import type { Hono, MiddlewareHandler, Context as Request } from 'hono'
import type { ZodMiniType } from 'zod/mini'
import { type Context, type IdempotencyKey, type ServiceFailure, refuse } from '#server/verbs/verb.ts'
import { incomingUploadOf } from './upload-space.ts'
import type { IncomingForm } from './read-form.ts'
import { bodyLimit } from 'hono/body-limit'
import { sha256 } from '../crypto/sha256.ts'
import { IDEMPOTENCY_HEADER } from '#shared/api/common-params.ts'
import { type Call, callPath } from '#shared/api/define-call.ts'
import { type Result, ok } from '#shared/result.ts'
import { type Env, reply, replyFailure, replyPublic } from './reply.ts'

const MAX_JSON_BYTES = 256 * 1024
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,100}$/

type Answer = Result<unknown, ServiceFailure>
type ContextOf = (c: Request<Env>, idempotency: IdempotencyKey | null) => Context

/** An API call with the verb that answers it. */
export interface CallRoute {
  readonly call: Pick<Call, 'method' | 'base' | 'path' | 'isForm' | 'isPublic'>
  readonly answer: (c: Request<Env>, contextOf: ContextOf) => Promise<Answer>
}

const countedLimit = bodyLimit({
  maxSize: MAX_JSON_BYTES,
  onError: (c) => replyFailure(c, { code: 'H3000', fields: ['body'], status: 413 }),
})

/** Limits the size of a body. A body with an acceptable Content-Length is not counted: the HTTP parser enforces that length. */
const jsonLimit: MiddlewareHandler<Env> = (c, next) => {
  const isChunked = c.req.header('transfer-encoding') !== undefined
  const declaredBytes = Number(c.req.header('content-length') ?? Number.NaN)
  return !isChunked && declaredBytes <= MAX_JSON_BYTES ? next() : countedLimit(c, next)
}

/** Binds a call to its verb; the call's schema parses the input. */
export function callRoute<Input, Data>(
  call: Call<Input, Data>,
  verb: (args: { ctx: Context; input: Input }) => Promise<Result<Data, ServiceFailure>>,
): CallRoute {
  return {
    call,
    async answer(c, contextOf) {
      const text = call.method === 'GET' ? '' : await c.req.text()
      const raw = call.method === 'GET' ? ok(c.req.query()) : parseJson(text)
      if (!raw.ok) return raw
      const key = call.idempotent === true ? readKey(c, callPath(call), text) : ok(null)
      if (!key.ok) return key
      const input = parseInput(call.input, raw.value)
      return input.ok ? verb({ ctx: contextOf(c, key.value), input: input.value }) : input
    },
  }
}

/** Binds a call with a file upload. After authenticating the caller, the verb reads and limits the stream itself. */
export function formRoute<Data>(
  call: Call<unknown, Data>,
  verb: (args: { ctx: Context; input: IncomingForm }) => Promise<Result<Data, ServiceFailure>>,
): CallRoute {
  return {
    call,
    async answer(c, contextOf) {
      const ctx = contextOf(c, null)
      const upload = incomingUploadOf(c, ctx)
      return verb({ ctx, input: { contentType: c.req.header('content-type') ?? '', body: c.req.raw.body, upload } })
    },
  }
}

export function mountCalls(app: Hono<Env>, routes: readonly CallRoute[], contextOf: ContextOf): void {
  for (const { call, answer } of routes) {
    if (call.isForm !== true && call.method !== 'GET') app.on(call.method, callPath(call), jsonLimit)
    app.on(call.method, callPath(call), async (c) => {
      const result = await answer(c, contextOf)
      return call.isPublic === true ? replyPublic(c, result) : reply(c, result)
    })
  }
}

function parseInput<Input>(schema: ZodMiniType<Input>, raw: unknown): Result<Input, ServiceFailure> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return ok(parsed.data)
  const paths = parsed.error.issues.map(({ path }) => path)
  const isOnlyMissing = paths.every((path) => valueAt(raw, path) === undefined)
  return refuse(isOnlyMissing ? 'H3001' : 'H3000', [...new Set(paths.map((path) => path.join('.')))])
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined), raw)
}

function parseJson(text: string): Result<unknown, ServiceFailure> {
  try {
    return ok(text === '' ? {} : JSON.parse(text))
  } catch {
    return refuse('H3000', ['body'])
  }
}

function readKey(c: Request<Env>, route: string, body: string): Result<IdempotencyKey, ServiceFailure> {
  const key = c.req.header(IDEMPOTENCY_HEADER)
  if (key === undefined) return refuse('H3001', [IDEMPOTENCY_HEADER])
  return IDEMPOTENCY_KEY.test(key) ? ok({ key, route, bodySha256: sha256(body) }) : refuse('H3000', [IDEMPOTENCY_HEADER])
}
