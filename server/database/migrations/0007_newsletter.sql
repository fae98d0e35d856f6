CREATE TABLE "newsletter_subscriber" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"asked_at_ms" bigint NOT NULL,
	"confirmed_at_ms" bigint,
	CONSTRAINT "newsletter_subscriber_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
CREATE INDEX "newsletter_subscriber_age" ON "newsletter_subscriber" USING btree ("asked_at_ms");