import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * The lock of the embedded database: two processes that use it would corrupt it silently. The lock is a file created with `wx`. It is stale
 * if its process is dead or is this process, or if the process number was reused (checked by start time and boot id).
 */
export interface LockFile {
  release(): void
}

export class DatabaseInUse extends Error {}

interface Holder {
  readonly pid: number
  readonly startedAt: string | null
  readonly bootId: string | null
}

/** Acquires the lock, or throws a sentence that names the process with the lock. */
export function acquireLockFile(path: string): LockFile {
  const mine = JSON.stringify(describe(process.pid))
  if (!tryWrite(path, mine)) {
    const holder = readHolder(path)
    if (holder !== undefined && !isStale(holder))
      throw new DatabaseInUse(`The database is in use: process ${holder.pid} has locked ${path}. Stop it first.`)
    putAside(path, holder)
    if (!tryWrite(path, mine)) throw justAcquired(path)
  }
  return {
    release() {
      if (readText(path) === mine) fs.rmSync(path, { force: true })
    },
  }
}

/** Whether the process with the lock has ended. */
function isStale(holder: Holder): boolean {
  if (holder.pid === process.pid) return true
  const now = describe(holder.pid)
  if (holder.bootId !== null && now.bootId !== null && holder.bootId !== now.bootId) return true
  if (!isAlive(holder.pid)) return true
  return holder.startedAt !== null && now.startedAt !== null && holder.startedAt !== now.startedAt
}

function putAside(path: string, seen: Holder | undefined): void {
  const aside = `${path}.${process.pid}.stale`
  try {
    fs.renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw justAcquired(path)
    throw error
  }
  const moved = readHolder(aside)
  if (JSON.stringify(moved) !== JSON.stringify(seen)) {
    fs.linkSync(aside, path)
    throw justAcquired(path)
  }
  fs.rmSync(aside)
}

function justAcquired(path: string): Error {
  return new DatabaseInUse(`The database is in use: another process has just locked ${path}.`)
}

function tryWrite(path: string, text: string): boolean {
  try {
    fs.writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readText(path) ?? '') as Holder
    return typeof holder.pid === 'number' ? holder : undefined
  } catch {
    return undefined
  }
}

function readText(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function describe(pid: number): Holder {
  return { pid, startedAt: startTime(pid), bootId: readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null }
}

function startTime(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`)
  // The second field of the file is the command in brackets, which may contain spaces. The start time is the 20th field after it.
  if (stat !== undefined) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  if (process.platform === 'win32' || process.platform === 'linux') return null
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
