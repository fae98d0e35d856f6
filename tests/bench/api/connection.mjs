import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d+)/i

/** One persistent connection that sends prepared bytes and reads whole answers. It opens again if the server closes it. */
export async function openConnection(port) {
  let open = await openOnce(port)
  return {
    async send(request) {
      if (open.isClosed()) open = await openOnce(port)
      return open.send(request)
    },
    close: () => open.close(),
  }
}

async function openOnce(port) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let parts = ''
  let waiting
  socket.setEncoding('latin1')
  socket.on('data', (part) => {
    parts += part
    const headEnd = parts.indexOf(HEAD_END)
    const bytes = Number(headEnd === -1 ? Number.NaN : LENGTH.exec(parts.slice(0, headEnd))?.[1])
    if (!(parts.length >= headEnd + HEAD_END.length + bytes)) return
    const answer = parts
    parts = ''
    waiting.resolve(answer)
  })
  socket.on('close', () => waiting?.reject(new Error('the server closed a connection')))
  return {
    isClosed: () => socket.destroyed || socket.readableEnded,
    /** Sends a request and returns the body of a successful answer. Any other answer is an error of the bench. */
    async send(request) {
      const answer = await new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      })
      if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`The server refused: ${answer}`)
      return answer.slice(answer.indexOf(HEAD_END) + HEAD_END.length)
    },
    close() {
      waiting = undefined
      socket.destroy()
    },
  }
}
