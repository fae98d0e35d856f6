const FULL_DISK_CODES = new Set(['ENOSPC', 'EDQUOT'])
const UNWRITABLE_CODES = new Set(['EROFS', 'EPERM', 'EACCES', 'EIO'])
/**
 * System calls that fail if a disk refuses a write. Other calls fail with the same codes for other reasons, such as a refused connection.
 */
const WRITE_CALLS = new Set([
  'access',
  'open',
  'write',
  'fsync',
  'fdatasync',
  'rename',
  'unlink',
  'rm',
  'mkdir',
  'rmdir',
  'copyfile',
  'ftruncate',
])

/** Whether an error means that a disk refused a write, so nothing was stored. */
export function isWriteRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  const isOfFile = UNWRITABLE_CODES.has(code ?? '') && WRITE_CALLS.has(syscall ?? '')
  return isOfFile || FULL_DISK_CODES.has(code ?? '') || isWriteRefused(error.cause)
}
