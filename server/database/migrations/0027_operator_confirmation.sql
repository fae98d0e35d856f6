CREATE TABLE "running_process" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passkey" ADD COLUMN "console_confirmed_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "second_factor" ADD COLUMN "console_confirmed_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "second_factor_id" text;