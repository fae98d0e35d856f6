CREATE TABLE "mailbox_welcome" (
	"mailbox_hash" text PRIMARY KEY NOT NULL,
	"welcomed_at_ms" bigint NOT NULL
);
