import { randomUUID } from 'node:crypto'

const PAGE_SIZE = 20

/** The requests of one visitor, signed as the page does. */
export function createRequests({ api, port }, { token, batchId, image }) {
  const { calls, signParams, SIGNATURE_KEY, SIGNATURE_HEADER, IDEMPOTENCY_HEADER, COMMON_HEADERS } = api
  const createCommonParams = () => ({
    deviceSize: '800x600',
    language: 'en',
    userToken: token,
    appInstanceId: 'bench',
    appVersion: '0.0.0',
    appPackage: 'bench',
    timestamp: String(Date.now()),
    businessUserId: '',
  })

  function createRequest(call, query, body = '', moreHeaders = {}) {
    const params = createCommonParams()
    const commonHeaders = Object.entries(COMMON_HEADERS).map(([name, header]) => [header, params[name]])
    const sign = signParams({ ...query, ...params }, SIGNATURE_KEY)
    const address = `${api.callPath(call)}?${new URLSearchParams(query)}`
    const headers = Object.entries({
      ...Object.fromEntries(commonHeaders),
      ...moreHeaders,
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
    poll: (polledBatchId = batchId) => createRequest(calls.queryBatch, { batchId: polledBatchId }),
    history: () => createRequest(calls.getHistory, { curPage: '1', pageSize: String(PAGE_SIZE), taskStatus: 'ALL' }),
    balance: () => createRequest(calls.getPoints, {}),
    gallery: () => createRequest(calls.getExplore, { curPage: '1', pageSize: String(PAGE_SIZE) }),
    commit() {
      const options = { modelName: 'kinora-motion-1', duration: '6s', resolution: '720p', videoNum: 1 }
      const body = JSON.stringify({ ...options, prompt: 'slow push in', images: [image], extParams: { imageFidelity: 0.5 } })
      return createRequest(calls.generateCustom, {}, body, { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: randomUUID() })
    },
  }
}
