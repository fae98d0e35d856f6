CREATE TABLE "known_caller" (
	"account_id" text NOT NULL,
	"caller_hash" text NOT NULL,
	"seen_at_ms" bigint NOT NULL,
	CONSTRAINT "known_caller_account_id_caller_hash_pk" PRIMARY KEY("account_id","caller_hash")
);
--> statement-breakpoint
ALTER TABLE "email_code" ADD COLUMN "asked_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_code" ADD COLUMN "others_wrong_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "known_caller" ADD CONSTRAINT "known_caller_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_caller_age" ON "known_caller" USING btree ("seen_at_ms");