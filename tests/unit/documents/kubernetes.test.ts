import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '#server/config/config.ts'
import { ACCEPT_LIMIT_MS, FINISH_MS } from '#server/boot/listen.ts'
import { task } from '#server/database/schema.ts'
import { TASK_STATES } from '#shared/domain/task.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
/** The longest time that a stopping process needs for the requests it has accepted. */
const IN_FLIGHT_S = (ACCEPT_LIMIT_MS + FINISH_MS) / 1000

interface Probe {
  readonly httpGet: { readonly path: string }
}

interface Container {
  readonly args?: readonly string[]
  readonly env?: readonly { readonly value: string }[]
  readonly envFrom: readonly { readonly configMapRef?: { readonly name: string }; readonly secretRef?: { readonly name: string } }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly startupProbe?: Probe
  readonly securityContext: object
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}

interface Spread {
  readonly topologyKey: string
  readonly labelSelector: { readonly matchLabels: object }
}

interface Pod {
  readonly topologySpreadConstraints?: readonly Spread[]
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: object
  readonly containers: readonly [Container]
  readonly volumes: readonly { readonly name: string; readonly emptyDir?: object }[]
}

interface Backend {
  readonly service: { readonly name: string; readonly port: { readonly name: string } }
}

/** The fields of a Kubernetes manifest that the tests check. */
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec: {
    readonly replicas?: number
    readonly template?: { readonly metadata?: { readonly labels: object }; readonly spec: Pod }
    readonly selector?: object
    readonly ports?: readonly { readonly name: string; readonly targetPort: string }[]
    readonly rules?: readonly [{ readonly http: { readonly paths: readonly [{ readonly backend: Backend }] } }]
    readonly minAvailable?: number
    readonly triggers?: readonly { readonly metadata: { readonly query: string; readonly connectionFromEnv: string } }[]
    readonly scaleTargetRef?: { readonly name: string }
    readonly minReplicaCount?: number
  }
}

const MANIFESTS = ['config', 'migrate', 'web', 'worker'].map((name) => `deploy/kubernetes/${name}.yaml`)
const manifests = () => MANIFESTS.flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest))
const podsOf = (allManifests: readonly Manifest[]) => allManifests.flatMap(({ spec }) => spec?.template?.spec ?? [])

/** The names and values of the variables that docs/deploying.md puts into the Kubernetes secret. */
function readDocumentedSecret(): Record<string, string> {
  const [, lines = ''] = /^cat > secrets\.env <<END\n(.*?)^END$/ms.exec(read('docs/deploying.md')) ?? []
  return Object.fromEntries([...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

test('pods start with their variables, have a probe that the server answers, and have the time to drain', () => {
  const allManifests = manifests()
  const { data = {} } = allManifests.find(({ kind }) => kind === 'ConfigMap') ?? {}
  const variables = { ...data, ...readDocumentedSecret() }
  const routes = read('server/http/operator-routes.ts')
  for (const { metadata, spec } of allManifests.filter(({ kind }) => kind === 'Deployment')) {
    const pod = spec.template?.spec
    const [container] = pod?.containers ?? []
    const ROLE = container?.env?.[0]?.value
    const config = readConfig({ ...variables, ROLE })
    expect([metadata.name, config.s3?.bucket]).toEqual([`kinora-${ROLE}`, 'kinora'])
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(config.drainMs / 1000 + IN_FLIGHT_S)
    const probes = [container?.readinessProbe, container?.livenessProbe, container?.startupProbe].map((probe) => probe?.httpGet.path)
    expect(probes).toEqual(['/readyz', '/healthz', '/healthz'])
    expect(container?.ports?.[0]?.containerPort).toBe(readConfig({}).port)
    for (const path of probes) expect(routes).toContain(`'${path}'`)
  }
  const [job] = podsOf(allManifests.filter(({ kind }) => kind === 'Job'))
  expect(job?.containers[0].args).toEqual(['node', 'dist/server/main.js', 'migrate'])
  expect(readConfig(variables)).toMatchObject({ role: 'all', s3: { bucket: 'kinora' } })
})

test('pods have no root rights, and write only to their own volumes', () => {
  const allManifests = manifests()
  const dataDir = allManifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['DATA_DIR']
  const pods = podsOf(allManifests)
  expect(pods).toHaveLength(3)
  for (const { securityContext, containers, volumes } of pods) {
    const [container] = containers
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([path.dirname(dataDir ?? ''), '/tmp'])
    expect(volumes).toEqual(container.volumeMounts.map(({ name }) => ({ name, emptyDir: {} })))
  }
})

test('each name in a manifest exists in another, and requests reach the web pods', () => {
  const allManifests = manifests()
  const specOf = (kind: string) => allManifests.find((manifest) => manifest.kind === kind)?.spec
  const configMapName = allManifests.find(({ kind }) => kind === 'ConfigMap')?.metadata.name
  const [, secretName] = /^kubectl create secret generic (\w+) --from-env-file=secrets\.env$/m.exec(read('docs/deploying.md')) ?? []
  for (const { containers } of podsOf(allManifests))
    expect(containers[0].envFrom).toEqual([{ configMapRef: { name: configMapName } }, { secretRef: { name: secretName } }])
  const deployments = allManifests.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec)
  for (const { selector, template } of deployments) expect(selector).toEqual({ matchLabels: template?.metadata?.labels })
  const [webDeployment] = deployments
  const service = specOf('Service')
  expect(service?.selector).toEqual(webDeployment?.template?.metadata?.labels)
  expect(service?.ports?.[0]?.targetPort).toBe(webDeployment?.template?.spec.containers[0].ports?.[0]?.name)
  const backend = specOf('Ingress')?.rules?.[0].http.paths[0].backend.service
  const serviceName = allManifests.find(({ kind }) => kind === 'Service')?.metadata.name
  expect(backend).toEqual({ name: serviceName, port: { name: service?.ports?.[0]?.name } })
  const budget = specOf('PodDisruptionBudget')
  expect(budget?.selector).toEqual(webDeployment?.selector)
  expect(budget?.minAvailable).toBeLessThan(webDeployment?.replicas ?? 0)
})

test('web pods are spread over nodes', () => {
  const webTemplate = manifests().find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'kinora-web')?.spec.template
  const [spread] = webTemplate?.spec.topologySpreadConstraints ?? []
  expect(spread).toMatchObject({ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: webTemplate?.metadata?.labels } })
})

test('workers are scaled by the waiting videos alone', () => {
  const allManifests = manifests()
  const scaledObject = allManifests.find(({ kind }) => kind === 'ScaledObject')?.spec
  const { query = '', connectionFromEnv = '' } = scaledObject?.triggers?.[0]?.metadata ?? {}
  const [, table = '', column = '', state = ''] = /^select count\(\*\) from (\w+) where (\w+) = '(\w+)'$/.exec(query) ?? []
  expect([getTableName(task), task.status.name]).toEqual([table, column])
  expect(TASK_STATES).toContain(state)
  expect(Object.keys(readDocumentedSecret())).toContain(connectionFromEnv)
  const worker = allManifests.find(({ metadata, kind }) => kind === 'Deployment' && metadata.name === scaledObject?.scaleTargetRef?.name)
  expect(worker?.spec.template?.spec.containers[0].env?.[0]?.value).toBe('worker')
  // A manifest with a number of replicas would reset the scaled number at each apply.
  expect(worker?.spec.replicas).toBeUndefined()
  expect(scaledObject?.minReplicaCount).toBe(2)
})

test('every variable of the pods is in the table of variables', () => {
  const table = read('docs/configuration.md')
  const variableNames = Object.keys({ ...manifests().find(({ kind }) => kind === 'ConfigMap')?.data, ...readDocumentedSecret() })
  expect(variableNames.length).toBeGreaterThan(8)
  expect(variableNames.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
