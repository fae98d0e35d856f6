import { type ZodMiniType, z } from 'zod/mini'

/** The main service, the pay service, and the site's own calls. */
export const BASE_PATHS = { main: '/api/v1', pay: '/api/pay', site: '/api' } as const

/** The services whose calls are signed. */
export const SIGNED_BASES = ['main', 'pay'] as const satisfies readonly (keyof typeof BASE_PATHS)[]

/**
 * One API call. The server builds its route from this object, and the client builds its request from it. The schemas are lazy, because a
 * page imports all calls at its start and uses few.
 */
export interface Call<Input = unknown, Data = unknown> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly base: keyof typeof BASE_PATHS
  readonly path: string
  /** Query parameters of a GET (all values strings), JSON body otherwise. */
  readonly input: ZodMiniType<Input>
  readonly data: ZodMiniType<Data>
  /** The call spends or creates something, so it requires an idempotency key. */
  readonly idempotent?: true
  /** The body is multipart form data with one part per input. */
  readonly isForm?: true
  /** A successful answer is a file instead of an envelope. */
  readonly isFile?: true
  /** A successful answer is public, the same for every caller, and cacheable by browsers. */
  readonly isPublic?: true
}

export type CallInput<C> = C extends { readonly input: ZodMiniType<infer Input> } ? Input : never
export type CallData<C> = C extends { readonly data: ZodMiniType<infer Data> } ? Data : never

/** Declares a call and infers the types of its schemas. */
export function defineCall<Input, Data>(call: Call<Input, Data>): Call<Input, Data> {
  return call
}

/** The whole path of a call, base included. */
export function callPath(call: Pick<Call, 'base' | 'path'>): string {
  return BASE_PATHS[call.base] + call.path
}

/** A string of `minLength` to `maxLength` code points without NUL, which databases reject. Rule: docs/platform.md, "Envelope". */
export function plainText(maxLength: number, minLength = 0) {
  return z.string().check(z.minLength(minLength), z.maxLength(maxLength), z.regex(/^[^\0]*$/))
}
