import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { instructionsOf } from '../../fixtures/dockerfile.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
/**
 * Variables that the server does not read. They belong to the images of the database and the proxy, to an installed package, or to
 * deploy/.env, which Docker Compose reads.
 */
const VARIABLES_OF_OTHERS = new Set([
  'ONNXRUNTIME_NODE_INSTALL',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'POSTGRES_DB',
  'DOMAIN',
  'DATABASE_PASSWORD',
])

test('the image is built in stages of pinned bases, has no build tools, and runs without root', () => {
  const instructions = instructionsOf(read('deploy/Dockerfile'))
  const instructionsNamed = (name: string) => instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest)
  expect(instructionsNamed('FROM').every((base) => /^node:\d+-[\w-]+(?: AS \w+)?$/.test(base))).toBe(true)
  expect(instructionsNamed('ADD')).toEqual([])
  expect(instructionsNamed('RUN').filter((command) => command.startsWith('npm ci'))).toEqual(['npm ci --omit=dev --no-audit --no-fund'])
  const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
  expect(lastStage.filter(({ name, rest }) => name === 'COPY' && rest.startsWith('. '))).toEqual([])
  expect(lastStage.map(({ name }) => name)).toEqual(expect.arrayContaining(['USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']))
  expect(instructionsNamed('USER')).toEqual(['node'])
  expect(JSON.parse(instructionsNamed('CMD')[0] ?? '')).toEqual(['node', 'dist/server/main.js'])
})

test('a process of the composition starts with its variables', () => {
  const compose = read('deploy/compose.yaml')
  const deployVariables: Record<string, string> = {
    DOMAIN: 'kinora.example',
    DATABASE_PASSWORD: 'secret',
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_KEY: 'sk',
    SMTP_URL: 'smtps://mail.example',
    OPERATOR_NAME: 'Ada',
    OPERATOR_EMAIL: 'ada@kinora.example',
  }
  const allVariables = { ...deployVariables, STRIPE_WEBHOOK_SECRET: 'whsec' }
  const fillVariables = (text: string) =>
    text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: keyof typeof allVariables) => allVariables[name] ?? '').replaceAll("'", '')
  const [, sharedEnvironment = ''] = /^x-environment:.*?\n(.*?)^\w/ms.exec(compose) ?? []
  const environment = Object.fromEntries(
    [...sharedEnvironment.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, fillVariables(value)]),
  )
  for (const ROLE of ['web', 'worker'])
    expect(readConfig({ ...environment, ROLE })).toMatchObject({ role: ROLE, trustProxy: 1, s3: undefined })
})

test('every variable of a deployment is in the table of variables', () => {
  const table = read('docs/configuration.md')
  const compose = read('deploy/compose.yaml')
  const setNames = [...compose.matchAll(/^\s+([A-Z][A-Z0-9_]+):/gm), ...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name)
  const imageEnv = instructionsOf(read('deploy/Dockerfile')).filter(({ name }) => name === 'ENV')
  const imageNames = imageEnv.flatMap(({ rest }) => [...rest.matchAll(/(\w+)=/g)].map(([, name = '']) => name))
  const unknownNames = [...setNames, ...imageNames].filter(
    (name) => name !== 'NODE_ENV' && !VARIABLES_OF_OTHERS.has(name) && !table.includes(`\`${name}\``),
  )
  expect(setNames.length).toBeGreaterThan(8)
  expect([...new Set(unknownNames)]).toEqual([])
})
