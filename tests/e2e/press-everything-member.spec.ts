import { test } from './support/test.ts'
import { walkOwnInThirds } from './support/walk-in-thirds.ts'

// No trace, because it would record thousands of presses.
test.use({ trace: 'off', serverOptions: { config: { signMode: 'off' } } })

walkOwnInThirds('a member with videos that are done, being made and failed finds no dead control on any screen', ({ member }) => member())
