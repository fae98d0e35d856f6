import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const ADDRESS = '127.0.0.1'

/** Starts a fake engine on ComfyUI's protocol. It accepts every order and reports each one as running forever. */
export async function startFakeEngine() {
  const runningIds = []
  const answers = {
    'POST /upload/image': () => ({ name: 'picture.jpg', subfolder: '', type: 'input' }),
    'POST /prompt': (body) => {
      const { prompt_id } = JSON.parse(body)
      runningIds.push(prompt_id)
      return { prompt_id, number: runningIds.length, node_errors: {} }
    },
    'GET /queue': () => ({ queue_running: runningIds.map((id, index) => [index, id, {}, {}, []]), queue_pending: [] }),
  }
  const reply = async (request, response) => {
    const answer = answers[`${request.method} ${request.url}`]?.(await text(request)) ?? {}
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }
  const server = createServer((request, response) => void reply(request, response))
  await new Promise((resolve) => server.listen(0, ADDRESS, resolve))
  return { url: `http://${ADDRESS}:${server.address().port}`, stop: () => server.close() }
}
