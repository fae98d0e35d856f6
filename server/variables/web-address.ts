import { z } from 'zod'

/** An address with a password is rejected here: `fetch` would reject it later, and write the password to the log. */
const hasNoPassword = (address: string) => !URL.canParse(address) || (new URL(address).username === '' && new URL(address).password === '')
/** An HTTP address in the configuration. */
export const webAddress = z.url({ protocol: /^https?$/ }).refine(hasNoPassword, 'The address must not contain a username or password.')
