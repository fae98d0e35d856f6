import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'
const LENGTH_HEADER = /\r\ncontent-length: (\d+)/i

/** One persistent connection that sends prepared bytes and reads whole answers. It opens again if the server closes it. */
export async function openConnection(port) {
  let connection = await openOnce(port)
  return {
    async send(request) {
      if (connection.isClosed()) connection = await openOnce(port)
      return connection.send(request)
    },
    close: () => connection.close(),
  }
}

async function openOnce(port) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let receivedText = ''
  let pendingAnswer
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    receivedText += chunk
    const headEnd = receivedText.indexOf(HEAD_END)
    const bytes = Number(headEnd === -1 ? Number.NaN : LENGTH_HEADER.exec(receivedText.slice(0, headEnd))?.[1])
    if (!(receivedText.length >= headEnd + HEAD_END.length + bytes)) return
    const answer = receivedText
    receivedText = ''
    pendingAnswer.resolve(answer)
  })
  socket.on('close', () => pendingAnswer?.reject(new Error('the server closed a connection')))
  return {
    isClosed: () => socket.destroyed || socket.readableEnded,
    /** Sends a request and returns the body of a successful answer. Any other answer fails the bench. */
    async send(request) {
      const answer = await new Promise((resolve, reject) => {
        pendingAnswer = { resolve, reject }
        socket.write(request)
      })
      if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`The server refused: ${answer}`)
      return answer.slice(answer.indexOf(HEAD_END) + HEAD_END.length)
    },
    close() {
      pendingAnswer = undefined
      socket.destroy()
    },
  }
}
