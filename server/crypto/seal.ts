import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'

const KEY_BYTES = 32

const NONCE_BYTES = 12

const TAG_BYTES = 16

/** Encrypts bytes for the database, with a key derived from the installation's secret. Decryption requires the same `ownerId`. */
export function seal(bytes: Buffer, secret: string, ownerId: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce).setAAD(Buffer.from(ownerId))
  const encryptedBytes = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encryptedBytes]).toString('base64url')
}

/** Decrypts the bytes of `seal`. Throws if they were changed, or encrypted for another `ownerId`. */
export function unseal(text: string, secret: string, ownerId: string): Buffer {
  const sealedBytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv(CIPHER, keyOf(secret), sealedBytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(ownerId)).setAuthTag(sealedBytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealedBytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'sealed rows', KEY_BYTES))
}
