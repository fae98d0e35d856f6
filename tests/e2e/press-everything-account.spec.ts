import { screensWithPicture } from './support/press-people.ts'
import { test } from './support/test.ts'
import { walkInThirds } from './support/walk-in-thirds.ts'

// No trace, because it would record thousands of presses.
test.use({
  trace: 'off',
  serverOptions: { config: { signMode: 'off' } },
  viewport: { width: 393, height: 852 },
  hasTouch: true,
  isMobile: true,
})

walkInThirds('an account without videos finds no dead control on any screen of its phone, with pictures in the forms', {
  screens: screensWithPicture,
  begin: ({ account }) => account(),
})
