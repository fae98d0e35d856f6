import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Channel, openChannel } from '#shared/browser/open-channel.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function collectMessages(channel: Channel): unknown[] {
  const all: unknown[] = []
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => all.push(data))
  return all
}

describe('where the browser denies channels', () => {
  const deny = () =>
    vi.stubGlobal('BroadcastChannel', function denied() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })

  it('those of this page get each other’s messages, but not their own and not those of another name', async () => {
    deny()
    const [one, same, other] = [openChannel('a'), openChannel('a'), openChannel('b')]
    const [ofOne, ofSame, ofOther] = [collectMessages(one), collectMessages(same), collectMessages(other)]
    const message = { count: 1 }
    one.postMessage(message)
    message.count = 2
    await vi.waitFor(() => expect(ofSame).toEqual([{ count: 1 }]))
    expect([ofOne, ofOther]).toEqual([[], []])
  })

  it('a closed one gets nothing more', async () => {
    deny()
    const [one, closed, open] = [openChannel('c'), openChannel('c'), openChannel('c')]
    const [ofClosed, ofOpen] = [collectMessages(closed), collectMessages(open)]
    one.postMessage('late')
    closed.close()
    await vi.waitFor(() => expect(ofOpen).toEqual(['late']))
    expect(ofClosed).toEqual([])
  })
})
