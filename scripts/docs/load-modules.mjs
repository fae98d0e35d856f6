import path from 'node:path'
import { build } from 'vite'

const ENTRY = 'kinora:modules'

/** The exports of TypeScript modules by file; `files` are relative to `root`. The modules run in Node, so they must not need a browser. */
export async function loadModules(root, files) {
  const imports = files.map((file, index) => `import * as m${index} from ${JSON.stringify(path.join(root, file))}`)
  const entries = files.map((file, index) => `${JSON.stringify(file)}: m${index}`)
  const source = `${imports.join('\n')}\nexport const modules = { ${entries.join(', ')} }`
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'kinora:modules',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? source : undefined),
      },
    ],
    build: { ssr: true, write: false, minify: false, target: 'node20', rollupOptions: { input: ENTRY } },
  })
  const [{ code }] = output
  const { modules } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  return modules
}
