import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The folders of the product's code. */
export const REALM_FOLDERS = ['src', 'workers', 'server', 'motion', 'shared']

/** The TypeScript files of a realm, relative to the project's root. */
export function sourceFiles(root, realm) {
  return readdirSync(path.join(root, realm), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}
