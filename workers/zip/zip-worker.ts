import type { ZipMessage, ZipOrder } from '#shared/contract/zip-contract.ts'
import { pack } from './pack.ts'
import { openSink } from './zip-sink.ts'

addEventListener('message', ({ data }: MessageEvent<ZipOrder>) => void serve(data))

/** One order per worker: the page ends it after the answer, or before it when the person has had enough. */
async function serve(order: ZipOrder): Promise<void> {
  try {
    const answer = await pack(order, {
      fetchBytes,
      openSink: () => openSink(order.draftName, Date.now()),
      onProgress: (progress) => say({ progress }),
    })
    say({ answer })
  } catch (error) {
    console.error('The parcel was not packed.', error)
    say({ answer: { status: 'failed' } })
  }
}

/** A page where a video should be is what some networks give to everybody who is not signed in. */
async function fetchBytes(url: string): Promise<Blob | null> {
  try {
    const response = await fetch(url)
    const isPage = response.headers.get('content-type')?.startsWith('text/') === true
    return response.ok && !isPage ? await response.blob() : null
  } catch {
    return null
  }
}

function say(message: ZipMessage): void {
  postMessage(message)
}
