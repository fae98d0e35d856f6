import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

test('systemd restarts the server after every end, without a limit of tries', () => {
  const lines = read('deploy/kinora.service').split('\n')
  expect(lines).toEqual(expect.arrayContaining(['Restart=always', 'RestartSec=5', 'StartLimitIntervalSec=0']))
})

test('compose restarts each of its services', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as { services: Record<string, { readonly restart?: string }> }
  expect(Object.values(services).map(({ restart }) => restart)).toEqual(Object.keys(services).map(() => 'always'))
})

test('npm start names the section about supervisors, which exists', () => {
  expect(read('scripts/start.mjs')).toContain('see docs/deploying.md, "Under a supervisor"')
  expect(read('docs/deploying.md')).toContain('\n## Under a supervisor\n')
})
