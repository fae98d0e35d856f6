import { randomUUID } from 'node:crypto'

const PAGE_SIZE = 20

/** The requests of one visitor, signed as the page does. */
export function createRequests({ api, port }, { token, batchId, image }) {
  const { calls, signParams, SIGNATURE_KEY, SIGNATURE_HEADER, IDEMPOTENCY_HEADER, COMMON_HEADERS } = api
  const common = () => ({
    deviceSize: '800x600',
    language: 'en',
    userToken: token,
    appInstanceId: 'bench',
    appVersion: '0.0.0',
    appPackage: 'bench',
    timestamp: String(Date.now()),
    businessUserId: '',
  })

  function bytes(call, query, body = '', more = {}) {
    const params = common()
    const named = Object.entries(COMMON_HEADERS).map(([name, header]) => [header, params[name]])
    const sign = signParams({ ...query, ...params }, SIGNATURE_KEY)
    const address = `${api.callPath(call)}?${new URLSearchParams(query)}`
    const headers = Object.entries({
      ...Object.fromEntries(named),
      ...more,
      [SIGNATURE_HEADER]: sign,
      'content-length': String(body.length),
    })
    const lines = [
      `${call.method} ${address} HTTP/1.1`,
      `host: localhost:${port}`,
      `origin: http://localhost:${port}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
    ]
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
  }

  return {
    poll: (polled = batchId) => bytes(calls.queryBatch, { batchId: polled }),
    history: () => bytes(calls.getHistory, { curPage: '1', pageSize: String(PAGE_SIZE), taskStatus: 'ALL' }),
    balance: () => bytes(calls.getPoints, {}),
    gallery: () => bytes(calls.getExplore, { curPage: '1', pageSize: String(PAGE_SIZE) }),
    commit() {
      const options = { modelName: 'kinora-motion-1', duration: '6s', resolution: '720p', videoNum: 1 }
      const body = JSON.stringify({ ...options, prompt: 'slow push in', images: [image], extParams: { imageFidelity: 0.5 } })
      return bytes(calls.generateCustom, {}, body, { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: randomUUID() })
    },
  }
}
