/** 122 random bits in 32 hex digits: a UUID without hyphens, because Node caches random bytes for UUIDs. */
export function makeId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
