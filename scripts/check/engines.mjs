import { readFileSync } from 'node:fs'
import path from 'node:path'
import semver from 'semver'

const OLDEST_NODE = '20.19.0'

/** Finds direct dependencies that do not support the oldest Node version of the project. */
export function findEngineProblems(root) {
  const { dependencies, devDependencies } = readJson(path.join(root, 'package.json'))
  return Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => {
    const { engines, version } = readJson(path.join(root, 'node_modules', name, 'package.json'))
    const isSupported = engines?.node === undefined || semver.satisfies(OLDEST_NODE, engines.node)
    return isSupported ? [] : [`${name} ${version} needs Node ${engines.node}, the project runs on ${OLDEST_NODE}.`]
  })
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
