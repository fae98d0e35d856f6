import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Channel, openChannel } from '#shared/browser/open-channel.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function collectMessages(channel: Channel): unknown[] {
  const messages: unknown[] = []
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => messages.push(data))
  return messages
}

describe('where the browser denies channels', () => {
  const denyChannels = () =>
    vi.stubGlobal('BroadcastChannel', function denied() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })

  it('those of this page get each other’s messages, but not their own and not those of another name', async () => {
    denyChannels()
    const [sender, sameNameChannel, otherNameChannel] = [openChannel('a'), openChannel('a'), openChannel('b')]
    const [senderMessages, sameNameMessages, otherNameMessages] = [
      collectMessages(sender),
      collectMessages(sameNameChannel),
      collectMessages(otherNameChannel),
    ]
    const message = { count: 1 }
    sender.postMessage(message)
    message.count = 2
    await vi.waitFor(() => expect(sameNameMessages).toEqual([{ count: 1 }]))
    expect([senderMessages, otherNameMessages]).toEqual([[], []])
  })

  it('a closed one gets nothing more', async () => {
    denyChannels()
    const [sender, closedChannel, openedChannel] = [openChannel('c'), openChannel('c'), openChannel('c')]
    const [closedMessages, openMessages] = [collectMessages(closedChannel), collectMessages(openedChannel)]
    sender.postMessage('late')
    closedChannel.close()
    await vi.waitFor(() => expect(openMessages).toEqual(['late']))
    expect(closedMessages).toEqual([])
  })
})
