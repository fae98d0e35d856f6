const USER_TOKEN = /^[A-Za-z0-9]{32}$/

export function isUserToken(text: string): boolean {
  return USER_TOKEN.test(text)
}
