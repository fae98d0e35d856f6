import type { Channel } from '#shared/browser/open-channel.ts'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'

/** Messages between hub nodes. A node with another protocol version understands the envelope and the kinds, but not the calls. */
export type WireBody =
  | { readonly kind: 'who' }
  | { readonly kind: 'lead' }
  | { readonly kind: 'yield'; readonly to: string }
  | { readonly kind: 'call'; readonly callId: string; readonly method: string; readonly args: readonly unknown[] }
  | { readonly kind: 'ack'; readonly to: string; readonly callId: string }
  | { readonly kind: 'answer'; readonly to: string; readonly callId: string; readonly outcome: CallOutcome }

export type CallOutcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'bug'; readonly message: string }
  | { readonly kind: 'outdated' }

export type WireMessage = WireBody & { readonly protocol: number; readonly build: number; readonly from: string }

export interface HubWire {
  post(body: WireBody): void
  listen(hear: (message: WireMessage) => void): void
}

/** The connection of one node over a channel; every message carries protocol, build and sender. */
export function createHubWire(channel: Pick<Channel, 'postMessage' | 'addEventListener'>, nodeId: string, build: number): HubWire {
  return {
    post: (body) => channel.postMessage({ ...body, protocol: PROTOCOL_VERSION, build, from: nodeId } satisfies WireMessage),
    listen: (hear) => channel.addEventListener('message', ({ data }: MessageEvent<WireMessage>) => hear(data)),
  }
}
