/** The fewest characters of a password. */
export const PASSWORD_MIN_LENGTH = 8
/** The maximum number of characters of a password. */
export const PASSWORD_MAX_LENGTH = 128

export type PasswordProblem = 'too_short' | 'too_long' | 'common'

/** The form of a password that the server hashes and compares, and whose length is checked. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC')
}

/** The problem of a new password; null if it is valid. Lengths in characters. Rule: docs/account.md, "Accounts". */
export function passwordProblem(entered: string): PasswordProblem | null {
  const password = normalizePassword(entered)
  const { length } = Array.from(password)
  if (length < PASSWORD_MIN_LENGTH) return 'too_short'
  if (length > PASSWORD_MAX_LENGTH) return 'too_long'
  return COMMON_PASSWORDS.has(password.toLowerCase()) ? 'common' : null
}

/** The most common passwords of eight and more characters, in lower case. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  (
    '12345678 123456789 1234567890 12345678910 123123123 987654321 9876543210 11111111 111111111 1111111111 00000000 000000000 0000000000 ' +
    '88888888 22222222 55555555 66666666 77777777 99999999 12341234 11223344 1122334455 123454321 12344321 87654321 147258369 159753456 ' +
    '123456789a a123456789 123456abc abc123456 abcd1234 abc12345 1234abcd a1b2c3d4 a1234567 aa123456 aa12345678 asdf1234 1234asdf ' +
    '1234qwer qwer1234 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwertyuiop123 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 ' +
    'q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx zaq1zaq1 asdfghjk asdfghjkl asdfasdf zxcvbnm1 zxcvbnm123 password password1 password12 ' +
    'password123 password1234 password! password01 passw0rd p@ssw0rd p@ssword pa55word mypassword iloveyou iloveyou1 iloveyou2 iloveyou! ' +
    'sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1 spiderman starwars starwars1 ' +
    'trustno1 welcome1 welcome123 welcome12 letmein1 letmein123 changeme changeme1 changeme123 whatever whatever1 computer computer1 internet ' +
    'internet1 michelle jennifer jessica1 michael1 jordan23 charlie1 liverpool liverpool1 chelsea1 arsenal1 barcelona juventus manchester ' +
    'elizabeth victoria samantha samsung1 pokemon1 nintendo minecraft fortnite corvette mercedes maverick chocolate chocolate1 butterfly ' +
    'blink182 mustang1 midnight november december february september friendship forever1 lovelove loveyou1 babygirl babygirl1 jesus123 ' +
    'godbless metallica slipknot1 rockstar1 testtest test1234 testing123 test12345 guest123 admin123 admin1234 administrator root1234 ' +
    'default1 secret123 security hello123 hello1234 helloworld google123 facebook facebook1 youtube1 linkedin dragon123 monkey123 shadow123 ' +
    'master123 killer123 freedom1 ncc1701d access14 solo1234 passpass abcdefgh abcdefg1 abcdefghi alexander christopher kinora123 kinora1234'
  ).split(' '),
)
