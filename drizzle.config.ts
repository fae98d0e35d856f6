import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` writes the next migration; what it can't express is added to that file by hand. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/database/schema.ts',
    './server/database/account-schema.ts',
    './server/database/newsletter-schema.ts',
    './server/database/payment-schema.ts',
    './server/database/push-schema.ts',
    './server/database/sandbox-schema.ts',
    './server/database/usage-schema.ts',
    './server/database/tracker-schema.ts',
  ],
  out: './server/database/migrations',
})
