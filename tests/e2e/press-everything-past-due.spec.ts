import { test } from './support/test.ts'
import { walkOwnInThirds } from './support/walk-in-thirds.ts'

// No trace, because it would record thousands of presses.
test.use({ trace: 'off', serverOptions: { config: { signMode: 'off' } } })

walkOwnInThirds('a member whose payment is past due finds no dead control on any screen', ({ pastDue }) => pastDue())
