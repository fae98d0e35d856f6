/** 122 random bits in 32 hex digits: a UUID without its hyphens, since Node has random bytes for many of them ready. */
export function makeId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
