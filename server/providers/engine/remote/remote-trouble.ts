/**
 * The other side could not be reached, or said to come again: worth another try. `isUnsent`: it surely has not begun what it was
 * asked for, so that asking again can't make it do the work twice.
 */
export class RemoteTrouble extends Error {
  override readonly name = 'RemoteTrouble'
  readonly isUnsent: boolean
  readonly retryAfterMs: number | undefined

  constructor(message: string, options: { isUnsent: boolean; retryAfterMs?: number | undefined; cause?: unknown }) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.isUnsent = options.isUnsent
    this.retryAfterMs = options.retryAfterMs
  }
}
