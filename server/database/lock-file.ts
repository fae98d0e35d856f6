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
  const ownText = JSON.stringify(describeProcess(process.pid))
  if (!tryToCreate(path, ownText)) {
    const holder = readHolder(path)
    if (holder !== undefined && !isStale(holder))
      throw new DatabaseInUse(`The database is in use: process ${holder.pid} has locked ${path}. Stop it first.`)
    removeStaleLock(path, holder)
    if (!tryToCreate(path, ownText)) throw justAcquiredError(path)
  }
  return {
    release() {
      if (readText(path) === ownText) fs.rmSync(path, { force: true })
    },
  }
}

/** Whether the process with the lock has ended. */
function isStale(holder: Holder): boolean {
  if (holder.pid === process.pid) return true
  const currentProcess = describeProcess(holder.pid)
  if (holder.bootId !== null && currentProcess.bootId !== null && holder.bootId !== currentProcess.bootId) return true
  if (!isAlive(holder.pid)) return true
  return holder.startedAt !== null && currentProcess.startedAt !== null && holder.startedAt !== currentProcess.startedAt
}

function removeStaleLock(path: string, expectedHolder: Holder | undefined): void {
  const asidePath = `${path}.${process.pid}.stale`
  try {
    fs.renameSync(path, asidePath)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw justAcquiredError(path)
    throw error
  }
  const movedHolder = readHolder(asidePath)
  if (JSON.stringify(movedHolder) !== JSON.stringify(expectedHolder)) {
    fs.linkSync(asidePath, path)
    throw justAcquiredError(path)
  }
  fs.rmSync(asidePath)
}

function justAcquiredError(path: string): Error {
  return new DatabaseInUse(`The database is in use: another process has just locked ${path}.`)
}

function tryToCreate(path: string, text: string): boolean {
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

function describeProcess(pid: number): Holder {
  return { pid, startedAt: readStartTime(pid), bootId: readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null }
}

function readStartTime(pid: number): string | null {
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
