interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** How an account is called: its names, or its address where there are none. */
export function personName({ firstName, lastName, email }: Person): string {
  return `${firstName} ${lastName}`.trim() || email
}

/** One or two letters that stand for it. */
export function initials({ firstName, lastName, email }: Person): string {
  const letters = [firstName, lastName].map((name) => Array.from(name.trim())[0] ?? '').join('')
  return (letters || (Array.from(email)[0] ?? '')).toLocaleUpperCase('en')
}
