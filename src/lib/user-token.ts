const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN_LENGTH = 32
const EVEN_LIMIT = 256 - (256 % ALPHABET.length)

export function isUserToken(text: string): boolean {
  return /^[A-Za-z0-9]{32}$/.test(text)
}

/** 32 random alphanumerics; bytes past the last full run of the alphabet are dropped, so that every character is equally likely. */
export function makeUserToken(randomBytes: (length: number) => Uint8Array): string {
  let token = ''
  while (token.length < TOKEN_LENGTH) {
    for (const byte of randomBytes(TOKEN_LENGTH)) {
      if (byte < EVEN_LIMIT && token.length < TOKEN_LENGTH) token += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return token
}
