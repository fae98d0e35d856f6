import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { build } from 'vite'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }
const ANSWER_TIMEOUT_MS = 180_000

/** Builds the bench's page and serves it to any browser. The page requests a job, runs it and posts the result. */
export async function startBenchServer(root) {
  const folder = await buildPage(root)
  let asking = null
  let current = null

  function give() {
    if (asking === null || current === null || current.isGiven) return
    current.isGiven = true
    asking.end(JSON.stringify(current.job))
    asking = null
  }

  const routes = {
    'GET /job': (_, response) => {
      asking = response
      response.on('close', () => asking === response && (asking = null))
      give()
    },
    'GET /photo': (_, response) => {
      response.setHeader('Content-Type', current.photo.type)
      createReadStream(current.photo.path).pipe(response)
    },
    'POST /ready': async (_, response) => {
      await current.onReady()
      response.end()
    },
    'POST /picture': async (request, response) => {
      current.picture = await buffer(request)
      response.end()
    },
    'POST /result': async (request, response) => {
      const { settle, picture } = current
      settle({ ...(await json(request)), picture })
      response.end()
    },
  }

  const server = createServer((request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const route = routes[`${request.method} ${request.url}`] ?? serveFile
    Promise.resolve(route(request, response)).catch((error) => response.destroy(error))
  })

  async function serveFile({ url }, response) {
    const path = join(folder, url === '/' ? 'bench-page.html' : normalize(url))
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream')
    response.end(await readFile(path).catch(() => (response.writeHead(404), '')))
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** Runs a job in the page and returns its result. `onReady` is called when the page has loaded the photo and the workers. */
    run: (job, photo, onReady = () => {}) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no answer to ${job.variant} of ${photo.name}`)), ANSWER_TIMEOUT_MS)
        const settle = (facts) => {
          clearTimeout(timer)
          current = null
          resolve(facts)
        }
        current = { job, photo, onReady, settle, isGiven: false }
        give()
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function buildPage(root) {
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'kinora-bench-page-'))
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022', rollupOptions: { input: join(import.meta.dirname, 'bench-page.html') } },
  })
  return outDir
}
