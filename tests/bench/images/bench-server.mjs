import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { build } from 'vite'

const MIME_TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }
const ANSWER_TIMEOUT_MS = 180_000

/** Builds the bench's page and serves it to any browser. The page requests a job, runs it and posts the result. */
export async function startBenchServer(root) {
  const folder = await buildPage(root)
  let waitingResponse = null
  let currentRun = null

  function sendJob() {
    if (waitingResponse === null || currentRun === null || currentRun.isSent) return
    currentRun.isSent = true
    waitingResponse.end(JSON.stringify(currentRun.job))
    waitingResponse = null
  }

  const routes = {
    'GET /job': (_, response) => {
      waitingResponse = response
      response.on('close', () => waitingResponse === response && (waitingResponse = null))
      sendJob()
    },
    'GET /photo': (_, response) => {
      response.setHeader('Content-Type', currentRun.photo.type)
      createReadStream(currentRun.photo.path).pipe(response)
    },
    'POST /ready': async (_, response) => {
      await currentRun.onReady()
      response.end()
    },
    'POST /picture': async (request, response) => {
      currentRun.picture = await buffer(request)
      response.end()
    },
    'POST /result': async (request, response) => {
      const { settle, picture } = currentRun
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
    response.setHeader('Content-Type', MIME_TYPES[extname(path)] ?? 'application/octet-stream')
    response.end(await readFile(path).catch(() => (response.writeHead(404), '')))
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    /** Runs a job in the page and returns its result. `onReady` is called when the page has loaded the photo and started its worker. */
    run: (job, photo, onReady = () => {}) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no answer to ${job.variant} of ${photo.name}`)), ANSWER_TIMEOUT_MS)
        const settle = (facts) => {
          clearTimeout(timer)
          currentRun = null
          resolve(facts)
        }
        currentRun = { job, photo, onReady, settle, isSent: false }
        sendJob()
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
