// The server loads this module with `--import`. It sends the SQL statements of each request to the parent process.
import { AsyncLocalStorage } from 'node:async_hooks'
import http from 'node:http'
import pg from 'pg'

const requests = new AsyncLocalStorage()
const { createServer } = http
const query = Reflect.get(pg.Client.prototype, 'query')

http.createServer = (answer) =>
  createServer((request, response) => {
    const statements = []
    response.once('finish', () => process.send(statements))
    requests.run(statements, () => answer(request, response))
  })

pg.Client.prototype.query = function queryRecorded(config, values, ...rest) {
  const { text, rowMode } = typeof config === 'string' ? { text: config } : config
  requests.getStore()?.push({ text, values: config.values ?? (Array.isArray(values) ? values : []), rowMode })
  return Reflect.apply(query, this, [config, values, ...rest])
}
