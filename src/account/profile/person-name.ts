interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** The name of a user: first and last name, or the e-mail address without these. */
export function personName({ firstName, lastName, email }: Person): string {
  return `${firstName} ${lastName}`.trim() || email
}

export function initials({ firstName, lastName, email }: Person): string {
  const letters = [firstName, lastName].map((name) => Array.from(name.trim())[0] ?? '').join('')
  return (letters || (Array.from(email)[0] ?? '')).toLocaleUpperCase('en')
}
