CREATE TABLE "account_email" (
	"canonical" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"email" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "sent_to" text;--> statement-breakpoint
ALTER TABLE "account_email" ADD CONSTRAINT "account_email_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_email_by_account" ON "account_email" USING btree ("account_id");