const AMOUNT = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/

/** Cents in wire format: '9.99'. */
export function decimalOf(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A wire amount in cents, without floating point; undefined when it is invalid or finer than a cent. */
export function centsOf(amount: string): number | undefined {
  const [, whole, fraction = ''] = AMOUNT.exec(amount) ?? []
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'))
}
