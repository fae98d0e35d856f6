import { randomUUID } from 'node:crypto'
import { access, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'

/** Gives a file's path, made when it is asked for the first time. `make` writes it where it is told. */
export type MakeOnce = (name: string, make: (unfinished: string) => Promise<unknown>) => Promise<string>

/** Files that are made once, in a folder of their own. Other processes may use it meanwhile: each file appears whole. */
export function openMakeOnce(folder: string): MakeOnce {
  const made = new Map<string, Promise<string>>()

  async function makeFile(name: string, make: (unfinished: string) => Promise<unknown>): Promise<string> {
    const file = path.join(folder, name)
    const isThere = await access(file).then(
      () => true,
      () => false,
    )
    if (isThere) return file
    await mkdir(folder, { recursive: true })
    const unfinished = path.join(folder, `${randomUUID()}.part`)
    await make(unfinished)
    await rename(unfinished, file)
    return file
  }

  return (name, make) => {
    const making = made.get(name) ?? makeFile(name, make)
    made.set(name, making)
    making.catch(() => made.delete(name))
    return making
  }
}
