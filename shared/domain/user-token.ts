const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN_LENGTH = 32
const EVEN_LIMIT = 256 - (256 % ALPHABET.length)
const USER_TOKEN_PATTERN = /^[A-Za-z0-9]{32}$/

/** Whether a text has the form of a visitor's token. Rule: docs/account.md, "Identity". */
export function isUserToken(text: string): boolean {
  return USER_TOKEN_PATTERN.test(text)
}

/** 32 random alphanumerics. Bytes beyond the last full multiple of the alphabet are dropped, so that all characters are equally likely. */
export function makeUserToken(randomBytes: (length: number) => Uint8Array): string {
  let token = ''
  while (token.length < TOKEN_LENGTH) {
    for (const byte of randomBytes(TOKEN_LENGTH)) {
      if (byte < EVEN_LIMIT && token.length < TOKEN_LENGTH) token += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return token
}
