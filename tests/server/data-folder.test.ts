import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDataFolder } from '#server/boot/open-resources.ts'

const modeOf = async (target: string) => (await stat(target)).mode & 0o777

it.skipIf(process.platform === 'win32')('closes the data folder to other users, also an existing one, and all files in it', async () => {
  const umaskBefore = process.umask()
  const parentDir = await mkdtemp(path.join(tmpdir(), 'kinora-data-'))
  onTestFinished(async () => {
    process.umask(umaskBefore)
    await rm(parentDir, { recursive: true, force: true })
  })
  const warn = vi.fn()
  const folder = path.join(parentDir, 'new', '.data')
  openDataFolder(folder, { warn })
  expect(await modeOf(folder)).toBe(0o700)
  await chmod(folder, 0o755)
  openDataFolder(folder, { warn })
  expect(await modeOf(folder)).toBe(0o700)
  await writeFile(path.join(folder, 'row'), 'a secret', { mode: 0o666 })
  expect(await modeOf(path.join(folder, 'row'))).toBe(0o600)
  expect(warn).not.toHaveBeenCalled()
})
