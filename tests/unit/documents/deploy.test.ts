import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '#server/config.ts'
import { task } from '#server/platform/database/schema.ts'
import { TASK_STATES } from '#shared/domain/task.ts'
import { instructionsOf } from '../../fixtures/dockerfile.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
/** Of the database's and the proxy's own images, and of the file beside the composition. */
const OF_OTHERS = new Set(['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB', 'DOMAIN', 'DATABASE_PASSWORD'])

/** Requests that are on their way when a process is asked to end. */
const IN_FLIGHT_S = 10

interface Probe {
  readonly httpGet: { readonly path: string }
}

interface Container {
  readonly env?: readonly { readonly value: string }[]
  readonly ports?: readonly { readonly containerPort: number }[]
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly startupProbe?: Probe
}

/** Of a manifest what is looked at. */
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly template?: { readonly spec: { readonly terminationGracePeriodSeconds: number; readonly containers: readonly Container[] } }
    readonly triggers?: readonly { readonly metadata: { readonly query: string } }[]
    readonly scaleTargetRef?: { readonly name: string }
  }
}

test('the image is built in stages of pinned bases, holds no build tools, and runs without root’s rights', () => {
  const instructions = instructionsOf(read('deploy/Dockerfile'))
  const of = (name: string) => instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest)
  expect(of('FROM').every((base) => /^node:\d+-[\w-]+(?: AS \w+)?$/.test(base))).toBe(true)
  expect(of('ADD')).toEqual([])
  expect(of('RUN').filter((command) => command.startsWith('npm ci'))).toEqual(['npm ci --omit=dev --no-audit --no-fund'])
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
  expect(last.filter(({ name, rest }) => name === 'COPY' && rest.startsWith('. '))).toEqual([])
  expect(last.map(({ name }) => name)).toEqual(expect.arrayContaining(['USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']))
  expect(of('USER')).toEqual(['node'])
  expect(JSON.parse(of('CMD')[0] ?? '')).toEqual(['node', 'dist/server/main.js'])
})

test('a process of the composition starts with what it is given', () => {
  const compose = read('deploy/compose.yaml')
  const given: Record<string, string> = {
    DOMAIN: 'kinora.example',
    DATABASE_PASSWORD: 'secret',
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_KEY: 'sk',
  }
  const filled = { ...given, STRIPE_WEBHOOK_SECRET: 'whsec' }
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: keyof typeof filled) => filled[name] ?? '').replaceAll("'", '')
  const [, shared = ''] = /^x-environment:.*?\n(.*?)^\w/ms.exec(compose) ?? []
  const environment = Object.fromEntries(
    [...shared.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, fill(value)]),
  )
  for (const ROLE of ['web', 'worker'])
    expect(readConfig({ ...environment, ROLE })).toMatchObject({ role: ROLE, trustProxy: 1, s3: undefined })
})

const MANIFESTS = ['config', 'migrate', 'web', 'worker'].map((name) => `deploy/kubernetes/${name}.yaml`)
const manifests = () => MANIFESTS.flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest))

test('pods start with what they are given, are asked where they answer, and have the time to hand over', () => {
  const all = manifests()
  const { data = {} } = all.find(({ kind }) => kind === 'ConfigMap') ?? {}
  const secret = {
    DATABASE_URL: 'postgres://database/kinora',
    S3_KEY: 'key',
    S3_SECRET: 's',
    STRIPE_KEY: 'sk',
    STRIPE_WEBHOOK_SECRET: 'whsec',
  }
  const routes = read('server/platform/http/operator-routes.ts')
  for (const { metadata, spec } of all.filter(({ kind }) => kind === 'Deployment')) {
    const pod = spec?.template?.spec
    const [container] = pod?.containers ?? []
    const ROLE = container?.env?.[0]?.value
    const config = readConfig({ ...data, ...secret, ROLE })
    expect([metadata.name, config.s3?.bucket]).toEqual([`kinora-${ROLE}`, 'kinora'])
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(config.drainMs / 1000 + IN_FLIGHT_S)
    const probes = [container?.readinessProbe, container?.livenessProbe, container?.startupProbe].map((probe) => probe?.httpGet.path)
    expect(probes).toEqual(['/readyz', '/healthz', '/healthz'])
    expect(container?.ports?.[0]?.containerPort).toBe(readConfig({}).port)
    for (const path of probes) expect(routes).toContain(`'${path}'`)
  }
})

test('workers are scaled by the videos that wait', () => {
  const scaled = manifests().find(({ kind }) => kind === 'ScaledObject')
  const query = scaled?.spec?.triggers?.[0]?.metadata.query ?? ''
  const [, table = '', column = '', state = ''] = /^select count\(\*\) from (\w+) where (\w+) = '(\w+)'$/.exec(query) ?? []
  expect([getTableName(task), task.status.name]).toEqual([table, column])
  expect(TASK_STATES).toContain(state)
  expect(scaled?.spec?.scaleTargetRef?.name).toBe('kinora-worker')
})

test('everything that is set for a deployment is in the table of variables', () => {
  const table = read('docs/configuration.md')
  const compose = read('deploy/compose.yaml')
  const pods = Object.keys(manifests().find(({ kind }) => kind === 'ConfigMap')?.data ?? {})
  const set = [...compose.matchAll(/^\s+([A-Z][A-Z0-9_]+):/gm), ...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name)
  const ofImage = instructionsOf(read('deploy/Dockerfile')).filter(({ name }) => name === 'ENV')
  const inImage = ofImage.flatMap(({ rest }) => [...rest.matchAll(/(\w+)=/g)].map(([, name = '']) => name))
  const unknown = [...set, ...pods, ...inImage].filter(
    (name) => name !== 'NODE_ENV' && !OF_OTHERS.has(name) && !table.includes(`\`${name}\``),
  )
  expect(set.length).toBeGreaterThan(8)
  expect([...new Set(unknown)]).toEqual([])
})
