import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` writes the next migration; what it can't express is added to that file by hand. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/platform/database/core-schema.ts',
    './server/platform/database/account-schema.ts',
    './server/platform/database/measurement-schema.ts',
    './server/platform/database/newsletter-schema.ts',
    './server/platform/database/operator-schema.ts',
    './server/platform/database/payment-schema.ts',
    './server/platform/database/promotion-schema.ts',
    './server/platform/database/push-schema.ts',
    './server/platform/database/sandbox-schema.ts',
    './server/platform/database/top-up-schema.ts',
  ],
  out: './server/platform/database/migrations',
})
