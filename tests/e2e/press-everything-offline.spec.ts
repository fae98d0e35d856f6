import { EVERY_SCREEN } from './support/every-screen.ts'
import { test } from './support/test.ts'
import { walkInThirds } from './support/walk-in-thirds.ts'

// No trace, because it would record thousands of presses.
test.use({ trace: 'off', serverOptions: { config: { signMode: 'off' } } })

walkInThirds('without the network a member finds no control on any screen that says nothing', {
  tags: ['@offline'],
  // The service worker does not answer addresses below /pay/, so their screens need the server.
  screens: () => EVERY_SCREEN.filter(({ path }) => !path.startsWith('/pay/')),
  begin: ({ offline }) => offline(),
  isOffline: true,
})
