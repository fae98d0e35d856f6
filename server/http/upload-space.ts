import type { Context as Request } from 'hono'
import { type Answer, type Caller, type Context, refuse } from '#server/verbs/verb.ts'
import { limitedAddressKey } from '../addresses/address-key.ts'
import { RESERVED_BYTES } from '../disk/disk-space.ts'

/** Bytes of all files that a process receives or checks at the same time. */
export const MAX_INCOMING_BYTES = 1.25 * 1024 ** 3
/** Bytes of all files of one client address that a process receives or checks at the same time. Slow uploads of one client then do not
 * block others. */
export const MAX_INCOMING_BYTES_BY_ADDRESS = MAX_INCOMING_BYTES / 4
/** Retry-After of a refused upload, in ms. */
export const BUSY_RETRY_MS = 5000

/** What the server knows about an upload before its body is read. */
export interface IncomingUpload {
  /** The announced length of the body, in bytes; undefined without one. */
  readonly contentLength: number | undefined
  /** The client address as a keyed hash; null for unlimited addresses. */
  readonly addressKey: string | null
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

export interface UploadSpace {
  /** Runs `work`, which receives and checks the file. If there is no space, returns H503 with Retry-After before the body is read. */
  receive<T>(upload: IncomingUpload, maxBytes: number, work: () => Promise<Answer<T>>): Promise<Answer<T>>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly uploadSpace: UploadSpace
  }
}

/** The upload of a request, with the key of the client address. Clients on this computer have no limit per address. */
export function incomingUploadOf(
  c: Request,
  { caller, secret }: Pick<Context, 'secret'> & { readonly caller: Pick<Caller, 'address'> },
): IncomingUpload {
  const contentLength = Number(c.req.header('content-length') ?? Number.NaN)
  return {
    contentLength: Number.isFinite(contentLength) ? contentLength : undefined,
    addressKey: limitedAddressKey(caller.address, secret),
    signal: c.req.raw.signal,
  }
}

/** Limits the space for the temporary files of uploads. Uploads do not wait for space, because a slow client would delay the others. */
export function createUploadSpace(freeBytes: () => Promise<number>): UploadSpace {
  const byAddress = new Map<string, number>()
  let total = 0

  function add(addressKey: string | null, bytes: number): void {
    total += bytes
    if (addressKey === null) return
    const sum = (byAddress.get(addressKey) ?? 0) + bytes
    if (sum === 0) byAddress.delete(addressKey)
    else byAddress.set(addressKey, sum)
  }

  async function hasRoom(addressKey: string | null): Promise<boolean> {
    // The total is read before the wait for the disk: an upload that begins during the wait must not cause the rejection of this one.
    const incoming = total
    if (incoming > MAX_INCOMING_BYTES) return false
    if (addressKey !== null && (byAddress.get(addressKey) ?? 0) > MAX_INCOMING_BYTES_BY_ADDRESS) return false
    // If the free space is unknown, the disk does not count as full.
    const free = await freeBytes().catch(() => Number.POSITIVE_INFINITY)
    return free - incoming >= RESERVED_BYTES
  }

  return {
    async receive({ contentLength = Number.POSITIVE_INFINITY, addressKey }, maxBytes, work) {
      const bytes = Math.min(contentLength, maxBytes)
      add(addressKey, bytes)
      try {
        return (await hasRoom(addressKey)) ? await work() : refuse('H503', undefined, BUSY_RETRY_MS)
      } finally {
        add(addressKey, -bytes)
      }
    },
  }
}
